import { NOTICE, type Notice, type NoticeKind } from './alert.ts';
import { type Sender, timeOf } from './webhook.ts';

const HEADS: Readonly<Record<NoticeKind, string>> = {
  [NOTICE.began]: 'WRONG',
  [NOTICE.lasts]: 'STILL WRONG',
  [NOTICE.over]: 'OVER',
  [NOTICE.trial]: 'A TRIAL',
};
/** What is new stands before what is known. */
const ORDER: readonly NoticeKind[] = [NOTICE.trial, NOTICE.began, NOTICE.lasts, NOTICE.over];

export function mailSubject(notices: readonly Notice[], { desk }: Sender): string {
  const [first, ...others] = sorted(notices);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `Swapdesk ${desk}: ${first === undefined ? '' : `${HEADS[first.kind]}: ${first.what}`}${more}`;
}

export function mailText(notices: readonly Notice[], { desk, network }: Sender): string {
  const parts = sorted(notices).map(({ kind, what, facts, advice, since, at }) => {
    const when = kind === NOTICE.over ? `from ${timeOf(since)} to ${timeOf(at)}` : `since ${timeOf(since)}`;
    const lines = [`${HEADS[kind]}: ${what}`, when, kind === NOTICE.over ? `Last: ${facts}` : facts];
    return [...lines, ...(kind === NOTICE.over || advice === '' ? [] : [advice])].join('\n');
  });
  return `${[...parts, `Desk ${desk}, network ${network}. All there is: npx swapdesk doctor, or the console.`].join('\n\n')}\n`;
}

function sorted(notices: readonly Notice[]): Notice[] {
  return [...notices].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
