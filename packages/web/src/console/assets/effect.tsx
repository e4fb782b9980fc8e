import type { PreviewedQuote } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import type { Writable } from '../../api/write-json.ts';
import { writeJson } from '../../api/write-json.ts';
import { Choice } from '../../design/choice.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { saysOfTyped } from '../parts/says-of-typed.ts';
import { amountOf } from '../parts/typed.ts';
import { useSettled } from '../parts/use-settled.ts';
import type { Asset, Assets } from './asset.ts';

interface Props {
  readonly asset: Asset;
  readonly all: Assets;
  readonly changes: Readonly<Record<string, Writable>>;
}

interface Effects {
  readonly before: PreviewedQuote;
  readonly after: PreviewedQuote;
}

const keyOf = ({ chain, abbr }: Pick<Asset, 'chain' | 'abbr'>) => `${chain}/${abbr}`;

/** An exchange of the operator's choice, quoted as things are and as they would be. */
export function Effect({ asset, all, changes }: Props) {
  const desk = useDesk();
  const words = texts.console.assets;
  const others = all.assets.filter((other) => keyOf(other) !== keyOf(asset) && !other.is_absent);
  const [mode, setMode] = useState<'float' | 'fixed'>('float');
  const [direction, setDirection] = useState<'from' | 'to'>('from');
  const [otherKey, setOther] = useState(others[0] ? keyOf(others[0]) : '');
  const [typed, setQuantity] = useState<string | null>(null);
  const other = others.find((each) => keyOf(each) === otherKey);
  const [from, to] = direction === 'from' ? [asset, other] : [other, asset];
  const quantity = typed ?? from?.min ?? '';
  const amount = amountOf(quantity);
  const request =
    from === undefined || to === undefined || amount === null || amount.coefficient <= 0n
      ? null
      : {
          change: { chain: asset.chain, abbr: asset.abbr, ...changes },
          exchange: {
            mode,
            from_chain: from.chain,
            from_abbr: from.abbr,
            to_chain: to.chain,
            to_abbr: to.abbr,
            quantity: amount,
          },
        };
  const key = useSettled(request === null ? '' : writeJson(request));
  const effects = useResource(key, async () =>
    request === null ? null : desk.act<Effects>('/assets/preview', request),
  );
  const name = `${asset.abbr} on ${asset.chain}`;
  return (
    <section class="effect" aria-label={words.effect}>
      <h3>{words.effect}</h3>
      <p class="soft small">{words.effectLead}</p>
      <Choice
        legend={words.mode}
        options={[
          { value: 'float', title: words.modes.float },
          { value: 'fixed', title: words.modes.fixed },
        ]}
        chosen={mode}
        onChoose={setMode}
      />
      <div class="asset-fields">
        <SelectField
          label={words.direction}
          value={direction}
          onChoose={(value) => {
            setDirection(value === 'to' ? 'to' : 'from');
            setQuantity(null);
          }}
          options={(['from', 'to'] as const).map((value) => ({
            value,
            title: words.directions[value](name),
          }))}
        />
        <SelectField
          label={words.other}
          value={otherKey}
          onChoose={setOther}
          options={others.map((each) => ({ value: keyOf(each), title: `${each.abbr} on ${each.chain}` }))}
        />
        <TextField
          label={words.quantity(from?.abbr ?? '')}
          value={quantity}
          onText={setQuantity}
          inputMode="decimal"
          says={saysOfTyped(quantity, { before: from?.min ?? '0', coin: from?.abbr ?? '' })}
        />
      </div>
      <Loaded of={effects}>
        {(value) => value !== null && <Compared {...value} from={from?.abbr ?? ''} to={to?.abbr ?? ''} />}
      </Loaded>
    </section>
  );
}

function Compared({
  before,
  after,
  from,
  to,
}: Read<Effects> & { readonly from: string; readonly to: string }) {
  const words = texts.console.assets;
  type Quote = Read<PreviewedQuote>;
  const rows: (readonly [string, (quote: Quote) => string])[] = [
    [
      words.receives,
      (quote) => (quote.refusal === '' ? `${grouped(quote.receives)} ${to}` : words.refused(quote.refusal)),
    ],
    [words.serviceFee, (quote) => `${grouped(quote.fee)} ${to} (${percentOf(Number(quote.fee_ppm))})`],
    [words.networkFee, (quote) => `${grouped(quote.network_fee)} ${to}`],
    [words.least, (quote) => `${grouped(quote.min)} ${from}`],
    [words.most, (quote) => `${grouped(quote.max)} ${from}`],
  ];
  return (
    <table class="compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.asNow}</th>
          <th scope="col">{words.asThen}</th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {rows.map(([title, say]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{say(before)}</td>
            <td data-changed={say(before) !== say(after) || undefined}>{say(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
