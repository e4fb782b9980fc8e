import { useState } from 'preact/hooks';
import { amountText } from '../about/number-texts.ts';
import { Badge, Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import { STATUS_TONES } from '../order/status-tones.ts';
import { showTime } from '../order/times.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import { askOrders, type Code, type EarningOrder, PAGE_SIZE } from './ask.ts';
import type { Credentials } from './sign.ts';
import { useAnswer } from './use-answer.ts';

interface Props {
  readonly credentials: Credentials;
  readonly codes: readonly Code[];
}

const FIRST = { page: 1, code: '', settled: '' };

/** The orders that earn, page by page. */
export function Orders({ credentials, codes }: Props) {
  const { orders: words } = affiliateTexts;
  const [filter, setFilter] = useState(FIRST);
  const { value, wrong, isAsking } = useAnswer(JSON.stringify(filter), () => askOrders(credentials, filter));
  const total = Number(value?.total.toString() ?? 0);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const turnTo = (page: number) => setFilter((before) => ({ ...before, page }));
  return (
    <div class="affiliate-part">
      <h2>{words.title}</h2>
      <div class="affiliate-filters">
        <SelectField
          label={words.code}
          value={filter.code}
          options={[
            { value: '', title: words.all },
            ...codes.map(({ code }) => ({ value: code, title: code })),
          ]}
          onChoose={(code) => setFilter((before) => ({ ...before, code, page: 1 }))}
        />
        <SelectField
          label={words.settled}
          value={filter.settled}
          options={[
            { value: '', title: words.all },
            { value: '1', title: words.settle[1] },
            { value: '2', title: words.settle[2] },
          ]}
          onChoose={(settled) => setFilter((before) => ({ ...before, settled, page: 1 }))}
        />
      </div>
      {wrong !== '' && (
        <Notice tone="danger" isNews>
          {wrong}
        </Notice>
      )}
      {value !== null && (
        <Table
          caption={words.title}
          rows={value.data}
          keyOf={({ order_no }) => order_no}
          empty={words.none}
          columns={columns()}
        />
      )}
      <div class="affiliate-acts">
        <p class="soft small" role="status">
          {isAsking || value === null
            ? affiliateTexts.enter.asking
            : words.total(String(total), amountText(value.total_commission.toString(), 'USDT'))}
        </p>
        {pages > 1 && (
          <span class="affiliate-acts">
            <Button
              size="small"
              disabled={isAsking || filter.page <= 1}
              onClick={() => turnTo(filter.page - 1)}
            >
              {words.newer}
            </Button>
            <span class="small">{words.page(String(filter.page), String(pages))}</span>
            <Button
              size="small"
              disabled={isAsking || filter.page >= pages}
              onClick={() => turnTo(filter.page + 1)}
            >
              {words.older}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}

function columns() {
  const { orders: words } = affiliateTexts;
  const { shell } = texts;
  return [
    { title: words.placed, cell: (each: EarningOrder) => showTime(Number(each.created_at.toString())) },
    {
      title: words.order,
      cell: (each: EarningOrder) => (
        <a class="mono" href={`/order/${each.query_code}`} target="_blank" rel="noopener">
          {each.order_no}
        </a>
      ),
    },
    {
      title: affiliateTexts.codes.code,
      cell: (each: EarningOrder) => <bdi class="break">{each.ref_code}</bdi>,
    },
    {
      title: words.sent,
      align: 'end' as const,
      cell: (each: EarningOrder) =>
        amountText(each.send_amount.toString(), shell.asset(each.send_coin, each.send_chain)),
    },
    {
      title: words.commission,
      align: 'end' as const,
      cell: (each: EarningOrder) => amountText(each.commission.toString(), 'USDT'),
    },
    {
      title: words.status,
      cell: (each: EarningOrder) => {
        const status = Number(each.status.toString());
        return <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{orderTexts.status[status]?.badge}</Badge>;
      },
    },
    {
      title: words.settled,
      cell: (each: EarningOrder) => words.settle[each.settle_status.toString() === '2' ? 2 : 1],
    },
  ];
}
