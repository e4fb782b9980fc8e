import { useContext, useId } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { type Says, TextField } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { Known } from '../design/known.ts';
import { pasted } from '../design/pasted.ts';
import { texts } from '../texts/now.ts';
import './address-field.css';
import { offersFor } from './other-chains.ts';
import { ScanButton } from './scan/scan-button.tsx';
import { useAddressCheck } from './use-address-check.ts';

/** The service looks at no more, and says of less that it is too long. */
const LONGEST = 1_024;

/** For a field whose coin can be another: what there is, and what to do. */
interface OtherCoins {
  readonly assets: readonly Asset[];
  readonly onSwitch: (asset: Asset) => void;
}

interface AddressFieldProps {
  readonly label: string;
  readonly asset: Pick<Asset, 'abbr' | 'chain'>;
  readonly address: string;
  /** What to say as long as the service says nothing of it. */
  readonly otherwise: Says | null;
  readonly note?: string;
  /** On test networks: an address to try things with can be filled in. */
  readonly hasSample: boolean;
  /** Nobody can change it. */
  readonly isFixed?: boolean;
  /** Where it comes from, if nobody has typed it here. */
  readonly origin?: string | null;
  readonly others?: OtherCoins;
  readonly onText: (address: string) => void;
}

/** An address, checked while it is typed; one of another chain is told as such. */
export function AddressField(props: AddressFieldProps) {
  const { label, asset, address, otherwise, note, hasSample, isFixed = false, others, onText } = props;
  const origin = address === '' ? null : (props.origin ?? null);
  const originId = useId();
  const { receivers } = texts.swap;
  const check = useAddressCheck(asset, address);
  const known = useContext(Known).sampleAddresses.get(asset.chain) ?? '';
  const sample = hasSample && address === '' ? known : '';
  const offers = others === undefined ? [] : offersFor(others.assets, asset, check?.chains ?? []);
  return (
    <div class="address-field">
      <TextField
        label={label}
        isMono
        value={address}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        readOnly={isFixed}
        note={
          <span class="address-helps">
            {!isFixed && <ScanButton field={label} onAddress={onText} />}
            {sample === '' ? (
              note
            ) : (
              <button type="button" class="link-button" onClick={() => onText(sample)}>
                {receivers.sample}
              </button>
            )}
          </span>
        }
        says={check?.says ?? otherwise}
        // Whoever hears the page hears of the address that it is a valid one: nothing would say that it may be a stranger's.
        describedBy={origin === null ? null : originId}
        onText={(text) => onText(pasted(text).slice(0, LONGEST))}
      />
      {origin !== null && (
        <p id={originId} class="field-says">
          <Icon name="info" />
          <span>{origin}</span>
        </p>
      )}
      {offers.length > 0 && (
        <div class="address-offers">
          {offers.map((offer) => (
            <button key={offer.key} type="button" class="link-button" onClick={() => others?.onSwitch(offer)}>
              {receivers.switchTo(texts.shell.asset(offer.abbr, offer.chain))}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
