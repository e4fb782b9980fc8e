import { reference } from '../texts/reference.ts';

/** How long it is said that something was copied. */
const COPIED_MS = 2_000;

/** The buttons of the examples: in which language, for all of them, and one that copies. */
export function followExamples(): void {
  const choose = (language: string) => {
    document.documentElement.dataset.examples = language;
    for (const button of document.querySelectorAll<HTMLElement>('[data-choose]'))
      button.setAttribute('aria-pressed', String(button.dataset.choose === language));
  };
  document.addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest<HTMLButtonElement>('.examples button');
    if (button === null) return;
    const { choose: language } = button.dataset;
    if (language === undefined) void copy(button);
    else keepInPlace(button, () => choose(language));
    if (language !== undefined) localStorage.setItem('examples', language);
  });
  choose(document.documentElement.dataset.examples ?? 'curl');
}

/** Other examples above are longer or shorter in another language: what was pressed stays under the finger. */
function keepInPlace(button: HTMLElement, change: () => void): void {
  const before = button.getBoundingClientRect().top;
  change();
  scrollBy(0, button.getBoundingClientRect().top - before);
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { examples: language = 'curl' } = document.documentElement.dataset;
  const code = button.closest('.examples')?.querySelector(`[data-language="${language}"] code`) as Element;
  if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(code.textContent ?? '');
  // A page without TLS, as on a desk in one's own network, has no clipboard of its own: there the old way is the way.
  else {
    getSelection()?.selectAllChildren(code);
    document.execCommand('copy');
  }
  button.textContent = reference.copied;
  setTimeout(() => {
    button.textContent = reference.copy;
  }, COPIED_MS);
}
