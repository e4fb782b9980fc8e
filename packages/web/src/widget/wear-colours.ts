/** Longer than a sheet of two lines takes; whoever has waited for it wants to swap, in whatever colour. */
const PATIENCE_MS = 1_500;

/**
 * The colour of links and buttons that the page around asks for, as the service makes it readable: there before anything is shown,
 * unless it does not come. Then it changes what is shown once it is there.
 */
export async function wearColours(link: URLSearchParams): Promise<void> {
  const [light, dark] = ['accent', 'accent-dark'].map((name) => link.get(name)?.replace('#', '') ?? '');
  if (light === undefined || light === '') return;
  const asked = new URLSearchParams({ light });
  if (dark !== undefined && dark !== '') asked.set('dark', dark);
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = `/widget.css?${asked}`;
  await new Promise((there) => {
    style.onload = there;
    // A colour that is none changes nothing.
    style.onerror = there;
    setTimeout(there, PATIENCE_MS);
    document.head.append(style);
  });
}
