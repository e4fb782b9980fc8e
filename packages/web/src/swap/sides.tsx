import type { Decimal } from '@swapdesk/contract/plain';
import { useRef } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { type Limits, Refused } from '../api/refused.ts';
import { showAmount, typedAmount } from '../design/amounts.ts';
import { Button } from '../design/button.tsx';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';
import { AmountPanel } from './amount-panel.tsx';
import { AssetPicker } from './asset-picker.tsx';
import { worthInUsdt } from './costs.ts';
import { Either, isEither } from './either.tsx';
import { Fills } from './fills.tsx';
import { type FixedPart, type Form, type Receiver, turnedRound, withCoin, withSource } from './form.ts';
import type { Quoted, QuoteState } from './live-quote.ts';
import { pausedNote } from './paused.ts';
import { saysOfAmount } from './says-of-amount.ts';

interface SidesProps {
  readonly form: Form;
  readonly assets: readonly Asset[];
  readonly state: QuoteState;
  readonly quoted: Quoted | null;
  /** What was refused, at its place. */
  readonly says: (place: string) => Says | null;
  readonly isTried: boolean;
  readonly onChange: (form: Form) => void;
}

const TYPED_HERE: Says = { tone: 'hint', text: texts.swap.orReceive };

/** The two sides of the exchange. One types the amount on either; several receivers are a list of their own. */
export function Sides({ form, assets, state, quoted, says, isTried, onChange }: SidesProps) {
  const { swap } = texts;
  const limits = useLimits(form, state, quoted);
  const isSplit = form.receivers.length > 1;
  const [first] = form.receivers as readonly [Receiver];
  const isBusy = state.stage === 'asking';
  const typed = saysOfTyped(form, isTried);
  const sendSays = says('amount') ?? says('from') ?? (form.side === 'send' ? typed : null);
  const solved: Says | null = quoted === null ? null : { tone: 'hint', text: swap.solved };
  const gets = quoted?.quote.entries[0]?.quantity;
  const isFixed = (part: FixedPart) => form.fixed.includes(part);

  return (
    <div class="swap-sides">
      <AmountPanel
        label={swap.send}
        value={form.side === 'send' ? form.amount : quoted ? typedAmount(quoted.source) : ''}
        isComputed={form.side !== 'send'}
        isBusy={isBusy}
        worth={quoted && swap.worth(worth(quoted.source, quoted.quote.price))}
        says={sendSays ?? (form.side === 'receive' ? solved : null)}
        isFixed={isFixed('amount')}
        onText={(amount) => onChange({ ...form, side: 'send', amount })}
        picker={
          <AssetPicker
            label={swap.chooseSend}
            assets={assets}
            chosen={form.from}
            isFixed={isFixed('from')}
            isEnabled={({ canSend }) => canSend}
            onChoose={(from) => onChange(withSource(form, from))}
          />
        }
        fills={
          form.side === 'send' && isEither(form.amount) ? (
            <Either text={form.amount} onChoose={(amount) => onChange({ ...form, amount })} />
          ) : (
            limits &&
            !isFixed('amount') && (
              <Fills
                limits={limits}
                coin={form.from.abbr}
                onFill={(amount) => onChange({ ...form, side: 'send', amount: typedAmount(amount) })}
              />
            )
          )
        }
      />
      {!isSplit && (
        <>
          <div class="swap-turn">
            {form.fixed.length === 0 && (
              <Button icon="swap" label={swap.turnRound} onClick={() => onChange(turnedRound(form))} />
            )}
          </div>
          <AmountPanel
            label={swap.receive}
            value={form.side === 'receive' ? form.amount : gets ? typedAmount(gets) : ''}
            isComputed={form.side !== 'receive'}
            isBusy={isBusy}
            worth={quoted && gets ? swap.worth(worth(gets, quoted.quote.entries[0]?.price)) : null}
            says={says('to') ?? (form.side === 'receive' ? typed : isFixed('amount') ? null : TYPED_HERE)}
            isFixed={isFixed('amount')}
            onText={(amount) => onChange({ ...form, side: 'receive', amount })}
            fills={
              form.side === 'receive' && (
                <Either text={form.amount} onChoose={(amount) => onChange({ ...form, amount })} />
              )
            }
            picker={
              <AssetPicker
                label={swap.chooseReceive}
                assets={assets}
                chosen={first.asset}
                isFixed={isFixed('to')}
                isEnabled={({ canReceive }) => canReceive}
                noteOf={pausedNote}
                onChoose={(asset) => onChange(withCoin(form, 0, asset))}
              />
            }
          />
        </>
      )}
    </div>
  );
}

function worth(amount: Decimal, price: Decimal | undefined): string {
  return price === undefined ? '' : showAmount(worthInUsdt(amount, price), 2);
}

/** What is to be said of what was typed; of an amount that is missing only after an attempt to place. */
function saysOfTyped({ amount, side, from, receivers }: Form, isTried: boolean): Says | null {
  const coin = side === 'send' ? from : receivers[0]?.asset;
  if (amount.trim() === '' && isTried) return { tone: 'wrong', text: texts.swap.needs.amount };
  return saysOfAmount(amount, coin?.abbr ?? '');
}

/** The newest limits for these coins; they stay while one types. */
function useLimits({ from, receivers }: Form, state: QuoteState, quoted: Quoted | null): Limits | null {
  const key = [from.key, ...receivers.map(({ asset }) => asset.key)].join();
  const known = useRef<{ readonly key: string; readonly limits: Limits } | null>(null);
  const refused = state.stage === 'refused' && state.error instanceof Refused ? state.error.limits : null;
  const limits = quoted?.quote.limits ?? refused;
  if (limits !== null && limits !== undefined) known.current = { key, limits };
  return known.current?.key === key ? known.current.limits : null;
}
