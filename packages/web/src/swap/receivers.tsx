import { useState } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { showAmount } from '../design/amounts.ts';
import { Button } from '../design/button.tsx';
import { plainDigits } from '../design/digits.ts';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';
import { AddressField } from './address-field.tsx';
import { AssetPicker } from './asset-picker.tsx';
import { type Form, type Receiver, withAnother, withCoin, withoutReceiver, withReceiver } from './form.ts';
import type { Quoted } from './live-quote.ts';
import { pausedNote } from './paused.ts';
import { RatioBar } from './ratio-bar.tsx';
import './receivers.css';
import { MOST_SHARES, setShare } from './shares.ts';

interface ReceiversProps {
  readonly form: Form;
  readonly assets: readonly Asset[];
  readonly quoted: Quoted | null;
  /** True after an attempt to place: then what is missing is said. */
  readonly isTried: boolean;
  /** Addresses that nobody has typed here. */
  readonly given: readonly string[];
  readonly hasSamples: boolean;
  /** What is sent, as the form would say it. */
  readonly sent: string;
  /** What was refused of an address. */
  readonly says: Says | null;
  readonly onChange: (form: Form) => void;
}

/** Where the coins go: one address, or several with a share each. */
export function Receivers(props: ReceiversProps) {
  const { form, sent, onChange } = props;
  const { receivers: words } = texts.swap;
  const isSplit = form.receivers.length > 1;
  const isOpen = !(['to', 'amount', 'address'] as const).some((part) => form.fixed.includes(part));
  return (
    <section class="receivers" aria-label={words.title}>
      {isSplit && <RatioBar shares={form.shares} onChange={(shares) => onChange({ ...form, shares })} />}
      {form.receivers.map((receiver, n) =>
        isSplit ? (
          <SplitReceiver key={receiver.id} {...props} receiver={receiver} n={n} />
        ) : (
          <Address key={receiver.id} {...props} receiver={receiver} n={n} />
        ),
      )}
      {isOpen && (
        <div class="receivers-more">
          {form.receivers.length < MOST_SHARES ? (
            <Button kind="quiet" size="small" icon="plus" onClick={() => onChange(withAnother(form, sent))}>
              {isSplit ? words.add : words.split}
            </Button>
          ) : (
            <span class="small soft">{words.most}</span>
          )}
        </div>
      )}
    </section>
  );
}

type OneProps = ReceiversProps & { readonly receiver: Receiver; readonly n: number };

/** One of several: its coin, its share, what it gets, its address. */
function SplitReceiver(props: OneProps) {
  const { form, assets, quoted, receiver, n, onChange } = props;
  const { receivers: words, chooseReceiveOf } = texts.swap;
  const gets = quoted?.quote.entries[n]?.quantity;
  return (
    <div class="receiver">
      <div class="receiver-head">
        <span class="part-dot" data-part={n + 1} />
        <AssetPicker
          label={chooseReceiveOf(n + 1)}
          assets={assets}
          chosen={receiver.asset}
          isEnabled={({ canReceive }) => canReceive}
          noteOf={pausedNote}
          onChoose={(asset) => onChange(withCoin(form, n, asset))}
        />
        <span class="receiver-share">
          <ShareField
            label={words.share(n + 1)}
            share={form.shares[n] as number}
            onShare={(share) => onChange({ ...form, shares: setShare(form.shares, n, share) })}
          />
          %
        </span>
        <span class="receiver-gets">{gets && `${showAmount(gets)} ${receiver.asset.abbr}`}</span>
        <Button
          kind="quiet"
          size="small"
          icon="close"
          label={words.remove(n + 1)}
          onClick={() => onChange(withoutReceiver(form, n))}
        />
      </div>
      <Address {...props} />
    </div>
  );
}

interface ShareFieldProps {
  readonly label: string;
  readonly share: number;
  readonly onShare: (share: number) => void;
}

/** A share in percent. It takes the digits of any writing, which a field for numbers does not; what is no number leaves it as it was. */
function ShareField({ label, share, onShare }: ShareFieldProps) {
  // A price that comes while somebody types leaves what they have typed.
  const [typed, setTyped] = useState<string | null>(null);
  const change = () => {
    const percent = Number.parseInt(plainDigits(typed ?? ''), 10);
    setTyped(null);
    if (!Number.isNaN(percent)) onShare(percent);
  };
  return (
    <input
      class="input left-to-right"
      inputMode="numeric"
      autocomplete="off"
      aria-label={label}
      value={typed ?? share}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={change}
    />
  );
}

function Address({ form, assets, receiver, n, given, isTried, hasSamples, says, onChange }: OneProps) {
  const { needs, receivers: words } = texts.swap;
  const { chain } = receiver.asset;
  const isFixed = form.fixed.includes('address');
  const isGiven = given.includes(receiver.address);
  const missing: Says | null = isTried ? { tone: 'wrong', text: needs.address } : null;
  return (
    <AddressField
      label={labelOf(form, n, chain)}
      isFixed={isFixed}
      origin={isFixed ? words.set : isGiven ? words.given : null}
      asset={receiver.asset}
      address={receiver.address}
      otherwise={says ?? missing}
      hasSample={hasSamples}
      // The address stays: it is the reason for the other coin.
      {...(!form.fixed.includes('to') && {
        others: { assets, onSwitch: (asset: Asset) => onChange(withReceiver(form, n, { asset })) },
      })}
      onText={(address) => onChange(withReceiver(form, n, { address }))}
    />
  );
}

function labelOf({ receivers, fixed }: Form, n: number, chain: string): string {
  const words = texts.swap.receivers;
  if (receivers.length > 1) return words.addressOf(n + 1, chain);
  return fixed.includes('address') ? words.fixed(chain) : words.address(chain);
}
