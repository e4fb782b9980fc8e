import type { AffiliatesData, ConsoleAssetsData, ProposalPreviewData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { useResource } from '../api/use-resource.ts';
import { Consequences } from '../parts/consequences.tsx';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { WithReason } from '../parts/with-reason.tsx';

interface Props {
  readonly affiliate: Read<AffiliatesData>['affiliates'][number];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Proposes to pay what is due to an affiliate; another operator confirms it. */
export function Settle({ affiliate: { account, due, due_orders, paid_to }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.affiliates;
  const assets = useResource('assets', (signal) => desk.read<ConsoleAssetsData>('/assets', {}, signal));
  // As they have named it, unless somebody here knows better.
  const [asset, setAsset] = useState(paid_to === null ? '' : `${paid_to.chain}|${paid_to.abbr}`);
  const [address, setAddress] = useState(paid_to?.address ?? '');
  const typed = JSON.stringify([asset, address.trim()]);
  const settled = useSettled(typed);
  const [name = '', to = ''] = JSON.parse(settled) as string[];
  const [chain = '', abbr = ''] = name.split('|');
  const wish = { account, chain, abbr, address: to };
  const isWhole = name !== '' && to !== '';
  const preview = useResource(settled, async () =>
    isWhole
      ? // The reason is part of what is proposed, not of what it does.
        desk.act<ProposalPreviewData>('/affiliates/settle/preview', Object.assign({ reason: '-' }, wish))
      : null,
  );
  const isCurrent = isWhole && !preview.isLoading && settled === typed;
  const offered = assets.value?.assets.filter(({ is_absent }) => !is_absent) ?? [];
  return (
    <WithReason
      title={words.settleTitle(account)}
      act={words.settleAct}
      done={words.proposed}
      isDangerous
      isReady={isCurrent && preview.failure === null && preview.value?.why_not === ''}
      onConfirm={(reason) => desk.act('/affiliates/settle', Object.assign({ reason }, wish))}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{words.settleLead(grouped(due), grouped(due_orders))}</p>
      <SelectField
        label={words.asset}
        value={asset}
        options={[
          { value: '', title: words.choose },
          ...offered.map((each) => ({
            value: `${each.chain}|${each.abbr}`,
            title: `${each.abbr} on ${each.chain}`,
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
      <Loaded of={preview}>
        {(value) =>
          value !== null &&
          (value.why_not === '' ? (
            <Consequences of={value.consequences} />
          ) : (
            <Notice tone="warning">{value.why_not}</Notice>
          ))
        }
      </Loaded>
    </WithReason>
  );
}
