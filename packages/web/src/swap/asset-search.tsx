import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import { Badge } from '../design/badge.tsx';
import { CoinMark } from '../design/coin-mark.tsx';
import { Icon } from '../design/icon.tsx';
import { texts } from '../texts/now.ts';
import { matchingAssets } from './matching-assets.ts';

interface AssetSearchProps {
  readonly assets: readonly Asset[];
  readonly chosen: Asset;
  readonly isEnabled: (asset: Asset) => boolean;
  /** What else there is to know of one; null: nothing. */
  readonly noteOf: (asset: Asset) => string | null;
  readonly onChoose: (asset: Asset) => void;
}

/** Finds a coin by any of its names, its chain, or both. The focus stays in the search; arrow keys go through the list. */
export function AssetSearch({ assets, chosen, isEnabled, noteOf, onChoose }: AssetSearchProps) {
  const { picker } = texts.swap;
  const id = useId();
  const [words, setWords] = useState('');
  const [active, setActive] = useState(() => assets.indexOf(chosen));
  const list = useRef<HTMLDivElement>(null);
  const found = matchingAssets(assets, words);
  const search = (text: string) => {
    setWords(text);
    setActive(0);
  };
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const asset = found[active];
    if (step !== undefined) setActive((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter' && asset !== undefined && isEnabled(asset)) onChoose(asset);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div class="picker-search">
        <label class="unseen" for={id}>
          {picker.search}
        </label>
        <input
          id={id}
          class="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[active] && `${id}-${active}`}
          autocomplete="off"
          spellcheck={false}
          data-first
          placeholder={picker.placeholder}
          value={words}
          onInput={(event) => search(event.currentTarget.value)}
          onKeyDown={press}
        />
        <span class="unseen" role="status">
          {picker.found(found.length)}
        </span>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        class="picker-list"
        role="listbox"
        aria-label={picker.search}
        tabIndex={-1}
      >
        {found.map((asset, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field, which names the active option.
          <div
            key={asset.key}
            id={`${id}-${n}`}
            class="picker-option"
            role="option"
            tabIndex={-1}
            aria-selected={asset.key === chosen.key}
            aria-disabled={!isEnabled(asset)}
            data-active={n === active}
            onPointerMove={() => setActive(n)}
            onClick={() => isEnabled(asset) && onChoose(asset)}
          >
            <CoinMark abbr={asset.abbr} />
            <strong>{asset.abbr}</strong>
            <span class="small soft picker-name">{asset.name}</span>
            {asset === chosen && <Icon name="done" />}
            {!isEnabled(asset) && <span class="small">{picker.off}</span>}
            {isEnabled(asset) && <span class="small soft">{noteOf(asset)}</span>}
            <Badge>{asset.chain}</Badge>
          </div>
        ))}
        {found.length === 0 && <p class="soft">{picker.none(words)}</p>}
      </div>
    </>
  );
}
