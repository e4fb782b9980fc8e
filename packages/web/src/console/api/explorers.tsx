import type { ExplorersData } from '@swapdesk/contract';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Known } from '../../design/known.ts';
import { useDesk } from './desk.ts';
import { useResource } from './use-resource.ts';

/** Lets all pages know where transactions and addresses can be looked at. */
export function Explorers({ children }: { readonly children: ComponentChildren }) {
  const desk = useDesk();
  const { value } = useResource('explorers', (signal) => desk.read<ExplorersData>('/explorers', {}, signal));
  const known = useMemo(
    () => ({
      explorers: new Map(value?.map(({ chain, ...explorer }) => [chain, explorer])),
      sampleAddresses: new Map<string, string>(),
      marks: new Map(),
    }),
    [value],
  );
  return <Known.Provider value={known}>{children}</Known.Provider>;
}
