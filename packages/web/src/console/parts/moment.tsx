import { momentText } from './format.ts';

/** A day stays in one line, and so does a time; where a table has no room for both, one stands below the other. */
const WITHIN_THE_DAY = /(?<!,) /g;

/** A moment of the wire: Unix seconds, 0 for what has not happened. */
export function Moment({ at }: { readonly at: string }) {
  const seconds = Number(at);
  if (seconds === 0) return <span class="soft">—</span>;
  return (
    <time class="moment" dateTime={new Date(seconds * 1000).toISOString()}>
      {momentText(seconds).replaceAll(WITHIN_THE_DAY, '\u00a0')}
    </time>
  );
}
