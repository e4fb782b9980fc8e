import { momentText } from './format.ts';

/** A moment of the wire: Unix seconds, 0 for what has not happened. */
export function Moment({ at }: { readonly at: string }) {
  const seconds = Number(at);
  if (seconds === 0) return <span class="soft">—</span>;
  return (
    <time class="nowrap" dateTime={new Date(seconds * 1000).toISOString()}>
      {momentText(seconds)}
    </time>
  );
}
