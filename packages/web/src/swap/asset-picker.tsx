import { useState } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { CoinMark } from '../design/coin-mark.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { texts } from '../texts/now.ts';
import { AssetSearch } from './asset-search.tsx';
import './asset-picker.css';

interface AssetPickerProps {
  /** What is chosen here. */
  readonly label: string;
  readonly assets: readonly Asset[];
  readonly chosen: Asset;
  /** Nobody can choose another. */
  readonly isFixed?: boolean;
  readonly isEnabled: (asset: Asset) => boolean;
  /** What the list says beside a coin; null: nothing. */
  readonly noteOf?: (asset: Asset) => string | null;
  readonly onChoose: (asset: Asset) => void;
}

/** Shows the chosen coin; opens the search for another. */
export function AssetPicker(props: AssetPickerProps) {
  const { label, assets, chosen, isEnabled, isFixed = false, noteOf = () => null, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const choose = (asset: Asset) => {
    onChoose(asset);
    setOpen(false);
  };
  if (isFixed) {
    return (
      <span class="asset-button" data-fixed>
        <span class="unseen">{`${label}: ${texts.shell.asset(chosen.abbr, chosen.chain)}`}</span>
        <CoinMark abbr={chosen.abbr} />
        <AssetName asset={chosen} />
      </span>
    );
  }
  return (
    <>
      <button type="button" class="asset-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span class="unseen">{`${label}: ${texts.shell.asset(chosen.abbr, chosen.chain)}`}</span>
        <CoinMark abbr={chosen.abbr} />
        <AssetName asset={chosen} />
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <AssetSearch
            assets={assets}
            chosen={chosen}
            isEnabled={isEnabled}
            noteOf={noteOf}
            onChoose={choose}
          />
        </Dialog>
      )}
    </>
  );
}

function AssetName({ asset }: { asset: Asset }) {
  return (
    <span class="asset-name" aria-hidden="true">
      <strong>{asset.abbr}</strong>
      <small>{asset.chain}</small>
    </span>
  );
}
