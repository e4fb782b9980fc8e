import { useContext } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { type Says, TextField } from '../design/field.tsx';
import { Known } from '../design/known.ts';
import { texts } from '../texts/now.ts';
import { useAddressCheck } from './use-address-check.ts';

interface AddressFieldProps {
  readonly label: string;
  readonly asset: Pick<Asset, 'abbr' | 'chain'>;
  readonly address: string;
  /** What to say as long as the service says nothing of it. */
  readonly otherwise: Says | null;
  readonly note?: string;
  /** On test networks: an address to try things with can be filled in. */
  readonly hasSample: boolean;
  readonly onText: (address: string) => void;
}

/** An address, checked while it is typed. */
export function AddressField(props: AddressFieldProps) {
  const { label, asset, address, otherwise, note, hasSample, onText } = props;
  const says = useAddressCheck(asset, address);
  const known = useContext(Known).sampleAddresses.get(asset.chain) ?? '';
  const sample = hasSample && address === '' ? known : '';
  return (
    <TextField
      label={label}
      isMono
      value={address}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      note={
        sample === '' ? (
          note
        ) : (
          <button type="button" class="link-button" onClick={() => onText(sample)}>
            {texts.swap.receivers.sample}
          </button>
        )
      }
      says={says ?? otherwise}
      onText={(text) => onText(text.trim())}
    />
  );
}
