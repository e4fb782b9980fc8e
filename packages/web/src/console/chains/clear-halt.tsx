import type { ObstaclesData } from '@swapdesk/contract';
import { Notice } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import type { Halt } from './halt.ts';

interface Props {
  readonly halt: Halt;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Ends a halt, if nothing is in the way: ledger and wallet are compared when it is asked for. */
export function ClearHalt({ halt: { chain, abbr }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.chains;
  const found = useResource('obstacles', (signal) =>
    desk.read<ObstaclesData>('/halts/obstacles', { chain, abbr }, signal),
  );
  return (
    <Confirm
      title={words.clearTitle(`${abbr} on ${chain}`)}
      act={words.clearAct}
      done={words.cleared}
      isReady={found.failure === null && found.value?.obstacles.length === 0}
      onConfirm={() => desk.act('/halts/clear', { chain, abbr })}
      onDone={onDone}
      onClose={onClose}
    >
      <Loaded of={found}>
        {({ obstacles }) =>
          obstacles.length === 0 ? (
            <p>{words.clearLead}</p>
          ) : (
            <>
              <p>{words.staysHalted}</p>
              {obstacles.map(({ what, advice }) => (
                <Notice key={what} tone="warning">
                  <b>{what}</b>
                  <p class="small">{advice}</p>
                </Notice>
              ))}
            </>
          )
        }
      </Loaded>
    </Confirm>
  );
}
