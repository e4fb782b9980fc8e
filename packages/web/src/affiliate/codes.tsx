import { shareText } from '../about/number-texts.ts';
import { Badge } from '../design/badge.tsx';
import { Copy } from '../design/copy.tsx';
import { Table } from '../design/table.tsx';
import { showTime } from '../order/times.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import type { Code } from './ask.ts';

/** The link that somebody else opens to swap through a code. */
export function shareLink(origin: string, code: string): string {
  return `${origin}/?ref=${encodeURIComponent(code)}`;
}

/** The referral codes, and a link to share each. */
export function Codes({ codes }: { readonly codes: readonly Code[] }) {
  const { codes: words } = affiliateTexts;
  return (
    <div class="affiliate-part">
      <h2>{words.title}</h2>
      <Table
        caption={words.title}
        rows={codes}
        keyOf={({ code }) => code}
        empty={words.none}
        columns={[
          { title: words.code, cell: ({ code }) => <bdi class="break">{code}</bdi> },
          {
            title: words.rate,
            align: 'end',
            cell: ({ commission_rate }) => shareText(commission_rate.toString()),
          },
          { title: words.orders, align: 'end', cell: ({ orders }) => orders.toString() },
          { title: words.made, cell: ({ created_at }) => showTime(Number(created_at.toString())) },
          {
            title: words.share,
            cell: ({ code, revoked_at }) =>
              revoked_at.toString() === '0' ? (
                <span class="affiliate-long">
                  <a
                    class="mono break"
                    href={shareLink(location.origin, code)}
                    target="_blank"
                    rel="noopener"
                  >
                    {shareLink(location.origin, code)}
                  </a>
                  <Copy text={shareLink(location.origin, code)} label={words.copy(code)} />
                </span>
              ) : (
                <Badge tone="warning">{words.revoked}</Badge>
              ),
          },
        ]}
      />
    </div>
  );
}
