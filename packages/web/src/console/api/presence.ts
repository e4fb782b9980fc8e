/** A page that is left alone stops asking, so that its session ends as one that nobody uses. */
const ALONE_AFTER_MS = 5 * 60_000;

let touchedAt = Date.now();
for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focus', 'visibilitychange'])
  window.addEventListener(
    sign,
    () => {
      touchedAt = Date.now();
    },
    { capture: true, passive: true },
  );

/** Whether the page is in sight, and somebody has done something in it lately. */
export function isAnybodyHere(): boolean {
  return !document.hidden && Date.now() - touchedAt < ALONE_AFTER_MS;
}
