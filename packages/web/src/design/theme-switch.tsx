import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/now.ts';
import { Button } from './button.tsx';
import { store } from './storage.ts';

type Theme = 'light' | 'dark';

const DARK = matchMedia('(prefers-color-scheme: dark)');

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return DARK.matches ? 'dark' : 'light';
}

/** Light or dark. Until somebody chooses, it is as the device has it. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => {
    const follow = () => setTheme(shownTheme());
    DARK.addEventListener('change', follow);
    return () => DARK.removeEventListener('change', follow);
  }, []);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const change = () => {
    document.documentElement.dataset.theme = other;
    // What public/theme.js reads before the next page is painted.
    store('theme', other);
    setTheme(other);
  };
  return <Button kind="quiet" icon={other} label={texts.shell.theme[other]} onClick={change} />;
}
