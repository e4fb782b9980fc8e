import type { Share } from './rate-limit.ts';
import type { CallerNotice } from './shared-limits.ts';

/** Writes notices for the store's own channel, in as many texts as they need at so many bytes each. */
export function noticeTexts(notices: readonly CallerNotice[], mostBytes: number): string[] {
  const texts: string[] = [];
  let text = '';
  for (const notice of notices) {
    for (const piece of piecesOf(notice, mostBytes)) {
      const longer = text === '' ? piece : `${text}\n${piece}`;
      const fits = Buffer.byteLength(longer) <= mostBytes;
      if (!fits) texts.push(text);
      text = fits ? longer : piece;
    }
  }
  return text === '' ? texts : [...texts, text];
}

/** Reads them again. What has another form is not of this version, or not ours: it is passed over. */
export function readNoticeText(text: string): CallerNotice[] {
  return text.split('\n').flatMap((line) => {
    try {
      const [from, spent, streams] = JSON.parse(line);
      return typeof from === 'string' && areShares(spent) && areShares(streams)
        ? [{ from, spent, streams }]
        : [];
    } catch {
      return [];
    }
  });
}

/** A notice in lines of which each fits. */
function piecesOf(notice: CallerNotice, mostBytes: number): string[] {
  const line = JSON.stringify([notice.from, notice.spent, notice.streams]);
  if (Buffer.byteLength(line) <= mostBytes) return [line];
  const { from, spent, streams } = notice;
  // A caller is an address or a key, and fits: one that does not is nobody's.
  if (spent.length + streams.length < 2) return [];
  const halves = spent.length > 1 ? halvesOf(spent) : [spent, []];
  const others = streams.length > 1 ? halvesOf(streams) : [[], streams];
  return halves.flatMap((half, nth) =>
    piecesOf({ from, spent: half, streams: others[nth] as Share[] }, mostBytes),
  );
}

function halvesOf(shares: readonly Share[]): [readonly Share[], readonly Share[]] {
  const middle = Math.ceil(shares.length / 2);
  return [shares.slice(0, middle), shares.slice(middle)];
}

function areShares(value: unknown): value is Share[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) =>
        Array.isArray(each) && typeof each[0] === 'string' && Number.isFinite(each[1]) && each[1] >= 0,
    )
  );
}
