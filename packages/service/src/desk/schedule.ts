import type { ActContext } from '../acts/context.ts';
import { proposeScheduled } from '../acts/schedule-settlements.ts';
import { failed } from '../failed.ts';
import { type Repeating, repeat } from '../repeat.ts';
import { isScreening, openScreen } from '../screening/open-screen.ts';
import type { DeskParts } from './parts.ts';

const LOOK_MS = 60_000;

/** Looks for commissions that are to be proposed by schedule: one engine at a time, and none while nothing is scheduled. */
export function scheduleSettlements(parts: DeskParts): Repeating {
  const { config, log } = parts.options;
  const screen = openScreen(config);
  const context = (): ActContext => ({
    market: parts.market(),
    network: config.network,
    screen,
    isScreened: isScreening(config),
    withdrawals: config.withdrawals,
  });
  return repeat(
    async () => void (await proposeScheduled(parts.database, context())),
    LOOK_MS,
    failed(log, 'propose settlements'),
  );
}
