import type { AffiliatesData, ConsoleAssetsData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { momentText } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Panel } from '../parts/panel.tsx';

type Affiliate = Read<AffiliatesData>['affiliates'][number];
type Address = NonNullable<Affiliate['paid_to']>;

interface Props {
  readonly affiliates: readonly Affiliate[];
  readonly onChanged: () => void;
}

/** Where each affiliate is paid, and what will count instead. */
export function PayoutAddresses({ affiliates, onChanged }: Props) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const [naming, setNaming] = useState<Affiliate | null>(null);
  const [undoing, setUndoing] = useState<Affiliate | null>(null);
  return (
    <Panel title={words.addresses} lead={words.addressesLead}>
      <Table
        caption={words.addresses}
        rows={affiliates}
        keyOf={({ account }) => account}
        empty={words.none}
        columns={[
          { title: words.account, cell: ({ account }) => account },
          { title: words.paidTo, cell: ({ paid_to }) => <Where named={paid_to} /> },
          {
            title: words.laterOn,
            cell: ({ waiting }) =>
              waiting !== null && (
                <>
                  <Where named={waiting} />
                  <p class="soft small">
                    {words.from(momentText(Number(waiting.effective_at)), waiting.named_by)}
                  </p>
                </>
              ),
          },
          {
            title: texts.console.change,
            staysInSight: true,
            cell: (affiliate) => (
              <span class="row">
                {desk.may('admin') && (
                  <Button
                    size="small"
                    aria-label={words.addressTitle(affiliate.account)}
                    onClick={() => setNaming(affiliate)}
                  >
                    {texts.console.change}
                  </Button>
                )}
                {desk.may('support') && affiliate.waiting !== null && (
                  <Button
                    size="small"
                    aria-label={words.undoTitle(affiliate.account)}
                    onClick={() => setUndoing(affiliate)}
                  >
                    {words.undo}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {naming !== null && (
        <NameAddress affiliate={naming} onDone={onChanged} onClose={() => setNaming(null)} />
      )}
      {undoing !== null && (
        <Confirm
          title={words.undoTitle(undoing.account)}
          act={words.undoAct}
          done={words.undone}
          onConfirm={() => desk.act('/affiliates/address/undo', { account: undoing.account })}
          onDone={onChanged}
          onClose={() => setUndoing(null)}
        >
          <p>{words.undoLead}</p>
        </Confirm>
      )}
    </Panel>
  );
}

function Where({ named }: { readonly named: Address | null }) {
  if (named === null) return <span class="soft">—</span>;
  return (
    <span>
      {texts.console.affiliates.coinOn(named.abbr, named.chain)}{' '}
      <LongText text={named.address} label={texts.console.affiliates.address} on={[named.chain, 'address']} />
    </span>
  );
}

interface NameProps {
  readonly affiliate: Affiliate;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function NameAddress({ affiliate: { account, paid_to }, onDone, onClose }: NameProps) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const assets = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  const [asset, setAsset] = useState(paid_to === null ? '' : `${paid_to.chain}|${paid_to.abbr}`);
  const [address, setAddress] = useState('');
  const [chain = '', abbr = ''] = asset.split('|');
  const offered = assets.value?.assets.filter(({ is_absent }) => !is_absent) ?? [];
  return (
    <Confirm
      title={words.addressTitle(account)}
      act={words.addressAct}
      done={words.addressDone}
      isDangerous
      isReady={abbr !== '' && address.trim() !== ''}
      onConfirm={() => desk.act('/affiliates/address', { account, chain, abbr, address })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.addressLead}</p>
      <SelectField
        label={words.asset}
        value={asset}
        options={[
          { value: '', title: words.choose },
          ...offered.map((each) => ({
            value: `${each.chain}|${each.abbr}`,
            title: words.coinOn(each.abbr, each.chain),
          })),
        ]}
        onChoose={setAsset}
      />
      <TextField
        label={words.address}
        value={address}
        onText={setAddress}
        isMono
        spellcheck={false}
        autocomplete="off"
        says={{ tone: 'hint', text: words.addressHint }}
      />
    </Confirm>
  );
}
