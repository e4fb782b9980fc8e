import { reference } from '../texts/reference.ts';

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** The button in the head: light or dark, for all pages (public/theme.js). */
export function followTheme(): void {
  const button = document.querySelector('.theme-switch') as HTMLButtonElement;
  const name = () => {
    button.dataset.to = other();
    button.title = reference.theme[other()];
    button.setAttribute('aria-label', reference.theme[other()]);
  };
  button.addEventListener('click', () => {
    const theme = other();
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
    name();
  });
  DARK.addEventListener('change', name);
  name();
}

function other(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen === 'dark' || (chosen !== 'light' && DARK.matches);
  return isDark ? 'light' : 'dark';
}
