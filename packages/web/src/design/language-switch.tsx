import { language, texts } from '../texts/now.ts';
import { OFFERED } from '../texts/own-languages.ts';
import { store } from './storage.ts';

/**
 * What `public/language.js` reads before the page is shown again. The language that a link had asked for is over; in a browser
 * that keeps nothing the page's own address asks for the new one.
 */
function change(to: string): void {
  const address = new URL(location.href);
  if (store('language', to)) address.searchParams.delete('lang');
  else address.searchParams.set('lang', to);
  history.replaceState(history.state, '', address);
  location.reload();
}

/** Each language by its own name, for whoever does not read the one that is shown. */
export function LanguageSwitch() {
  return (
    <select
      class="language-switch"
      aria-label={texts.shell.language}
      value={language}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {Array.from(OFFERED, ([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
