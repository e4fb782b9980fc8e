import { reference } from '../texts/reference.ts';

/** Something that can be found: an operation or a schema, with the link to it in the contents. */
interface Entry {
  readonly shown: readonly HTMLElement[];
  readonly text: string;
}

/** Shows, while something is typed, only what has all of its words. */
export function followSearch(): void {
  const field = document.getElementById('search') as HTMLInputElement;
  const found = document.getElementById('found') as HTMLElement;
  const entries = [...document.querySelectorAll<HTMLElement>('.operation, .schema')].map(entryOf);
  const groups = [...document.querySelectorAll<HTMLElement>('.reference section, .contents li:has(ul)')];
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isMatch = ({ text }: Entry) => words.every((word) => text.includes(word));
    for (const entry of entries) for (const element of entry.shown) element.hidden = !isMatch(entry);
    for (const group of groups) group.hidden = words.length > 0 && !hasSomething(group);
    found.textContent = words.length === 0 ? '' : reference.found(entries.filter(isMatch).length);
  };
  field.addEventListener('input', apply);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') first(entries)?.scrollIntoView();
    if (key !== 'Escape') return;
    field.value = '';
    apply();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
  // A link to what the search has hidden shows it.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.closest('[hidden]') == null) return;
    field.value = '';
    apply();
    target.scrollIntoView();
  });
  apply();
}

function entryOf(element: HTMLElement): Entry {
  const link = document.querySelector<HTMLElement>(`.contents a[href="#${element.id}"]`)?.parentElement;
  const shown = link == null ? [element] : [element, link];
  return { shown, text: (element.textContent ?? '').toLowerCase() };
}

/** Whether something of it is still shown; what is about everything is of no group, and goes. */
function hasSomething(group: HTMLElement): boolean {
  return group.querySelector('.operation:not([hidden]), .schema:not([hidden]), li:not([hidden])') !== null;
}

function first(entries: readonly Entry[]): HTMLElement | undefined {
  return entries.find(({ shown }) => !shown[0]?.hidden)?.shown[0];
}
