import type { SigningData } from '@swapdesk/contract';
import { Notice } from '../../design/badge.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { hrefOf } from './location.ts';

const EVERY_MS = 3_000;

/** Stands above every page while signing is stopped or the desk is held: whatever a page says of payouts, none leaves. */
export function StopBanner() {
  const desk = useDesk();
  const words = texts.console.frame;
  const signing = useResource(
    'signing',
    (signal) => desk.read<SigningData>('/signing', {}, signal),
    EVERY_MS,
  );
  if (signing.value === null) return null;
  const { stopped_at, reason, held_why } = signing.value;
  return (
    <>
      {stopped_at !== '0' && (
        <Notice tone="danger" isNews>
          <b>{words.stopped(reason)}</b> <a href={hrefOf('/chains')}>{words.toSwitch}</a>
        </Notice>
      )}
      {held_why !== '' && (
        <Notice tone="danger" isNews>
          <b>{words.held(held_why)}</b> <a href={hrefOf('/hold')}>{words.toHold}</a>
        </Notice>
      )}
    </>
  );
}
