import type { ConsoleAssetsData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Coin, Shortly } from '../parts/amount.tsx';
import { grouped, percentOf } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { ChangeAsset } from './change-asset.tsx';
import './assets.css';
import type { Asset, Assets } from './asset.ts';

const EVERY_MS = 15_000;

/** What can be exchanged, and on what terms. */
export function AssetsPage() {
  const desk = useDesk();
  const words = texts.console.assets;
  const assets = useResource(
    'assets',
    (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal),
    EVERY_MS,
  );
  const [filter, setFilter] = useState('');
  const [changing, setChanging] = useState<Asset | null>(null);
  return (
    <>
      <PageHead title={texts.console.frame.pages.assets} lead={words.lead} />
      <Loaded of={assets}>
        {(all) => (
          <div class="card stack">
            <div class="filters">
              <TextField label={words.filter} type="search" value={filter} onText={setFilter} />
            </div>
            <Table
              caption={texts.console.frame.pages.assets}
              rows={all.assets.filter((asset) => isMeant(asset, filter))}
              keyOf={({ chain, abbr }) => `${chain} ${abbr}`}
              empty={words.none}
              columns={[...columnsOf(all), ...(desk.may('admin') ? [changeColumn(setChanging)] : [])]}
            />
            {changing !== null && (
              <ChangeAsset
                asset={changing}
                all={all}
                onDone={assets.again}
                onClose={() => setChanging(null)}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function isMeant({ chain, abbr }: Asset, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => `${abbr} ${chain}`.toLowerCase().includes(word));
}

function columnsOf(all: Assets): Column<Asset>[] {
  const words = texts.console.assets;
  const fee = (own: string | null, general: string) =>
    own === null ? (
      <span class="soft" title={words.general}>
        {percentOf(Number(general))}
      </span>
    ) : (
      <b>{percentOf(Number(own))}</b>
    );
  return [
    { title: words.coin, cell: (asset) => <Coin {...asset} /> },
    { title: words.send, cell: (asset) => <Switch isOn={asset.send} isAbsent={asset.is_absent} /> },
    { title: words.recv, cell: (asset) => <Switch isOn={asset.recv} isAbsent={asset.is_absent} /> },
    { title: words.limits, align: 'end', cell: ({ min, max }) => `${grouped(min)} – ${grouped(max)}` },
    { title: words.floatFee, align: 'end', cell: (asset) => fee(asset.float_fee_ppm, all.float_fee_ppm) },
    { title: words.fixedFee, align: 'end', cell: (asset) => fee(asset.fixed_fee_ppm, all.fixed_fee_ppm) },
    { title: words.free, align: 'end', cell: ({ free }) => <Shortly amount={free} /> },
    {
      title: words.target,
      align: 'end',
      cell: ({ target }) => (target === '0' ? <span class="soft">—</span> : <Shortly amount={target} />),
    },
    {
      title: words.transferCost,
      align: 'end',
      cell: ({ transfer_cost, transfer_cost_abbr }) => `${grouped(transfer_cost)} ${transfer_cost_abbr}`,
    },
  ];
}

function changeColumn(onChange: (asset: Asset) => void): Column<Asset> {
  return {
    title: texts.console.change,
    staysInSight: true,
    cell: (asset) => (
      <Button
        size="small"
        aria-label={texts.console.assets.changeOf(`${asset.abbr} on ${asset.chain}`)}
        onClick={() => onChange(asset)}
      >
        {texts.console.change}
      </Button>
    ),
  };
}

function Switch({ isOn, isAbsent }: { readonly isOn: boolean; readonly isAbsent: boolean }) {
  if (isAbsent) return <Badge>{texts.console.assets.absent}</Badge>;
  return <Badge tone={isOn ? 'good' : 'warning'}>{isOn ? texts.console.on : texts.console.off}</Badge>;
}
