import {
  AcceptClockRequest,
  DoneResponse,
  MESSAGE,
  ReleaseDepositRequest,
  RescanRequest,
  UpkeepRequest,
  UpkeepResponse,
} from '@swapdesk/contract';
import { listQuarantined, releaseDeposit } from '../../acts/release-deposit.ts';
import { askRescan } from '../../acts/rescan.ts';
import { audited } from '../../operators/audit.ts';
import { assetAmount } from '../../orders/order-line.ts';
import { Refusal } from '../../refusal.ts';
import { acceptClock, clockState } from '../../store/clock-witness.ts';
import { livingNodes, versionText } from '../../store/living-nodes.ts';
import { consoleEndpoint } from './endpoint.ts';

interface Scan {
  readonly chain: string;
  readonly first: number;
  readonly next: number;
  readonly last: number;
  readonly found: number;
}

const show = consoleEndpoint({
  method: 'GET',
  path: '/upkeep',
  request: UpkeepRequest,
  response: UpkeepResponse,
  changes: false,
  async handle({ database, market }) {
    const { catalogue } = market();
    const nodes = await livingNodes(database);
    const { isSettled, aheadMs } = await clockState(database);
    const scans = await database.query<Scan>(
      `SELECT c.name AS chain, r.first, r.next, r.last, r.found FROM rescan r JOIN chain c ON c.id = r.chain_id ORDER BY c.name`,
    );
    const chains = await database.query<{ chain: string; followed: number }>(
      `SELECT c.name AS chain, f.followed FROM chain c, LATERAL (
              SELECT max(height) AS followed FROM followed_block b WHERE b.chain_id = c.id) AS f
        WHERE f.followed IS NOT NULL ORDER BY c.name`,
    );
    return {
      data: {
        nodes: nodes.map((node) => ({
          id: node.id.slice(0, 8),
          role: node.role ?? '',
          host: node.role === null ? '' : node.host,
          process: node.role === null ? 0 : node.process,
          version: versionText(node),
          began_at: node.role === null ? 0 : node.beganAt,
          silent_s: node.role === null ? 0 : node.silentS,
        })),
        is_clock_settled: isSettled,
        clock_ahead_s: Math.round(aheadMs / 1_000),
        rescans: scans.rows,
        quarantined: (await listQuarantined(database)).map(({ id, no, assetId, units, txid, since }) => ({
          id,
          order: no ?? '',
          ...assetAmount(catalogue, assetId, BigInt(units)),
          txid,
          since,
        })),
        chains: chains.rows,
      },
    };
  },
});

const accept = consoleEndpoint({
  method: 'POST',
  path: '/clock/accept',
  request: AcceptClockRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { actor, now }) {
    await audited(database, actor, now, async (client) => {
      const { aheadMs, isSettled } = await acceptClock(client);
      if (isSettled) throw new Refusal(MESSAGE.clocksAgree);
      const changes = [{ what: 'jump', before: `${Math.round(aheadMs / 1_000)} s`, after: null }];
      return { act: 'clock accept', subject: 'clock', changes, result: undefined };
    });
    return {};
  },
});

const rescan = consoleEndpoint({
  method: 'POST',
  path: '/wallet/rescan',
  request: RescanRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { chain, from, to }, actor, now }) {
    await audited(database, actor, now, (client) =>
      askRescan(client, chain, from.toInteger() as number, to?.toInteger() ?? undefined),
    );
    return {};
  },
});

const release = consoleEndpoint({
  method: 'POST',
  path: '/deposits/release',
  request: ReleaseDepositRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { id, reason }, actor, now }) {
    await audited(database, actor, now, (client) => releaseDeposit(client, id.toInteger() as number, reason));
    return {};
  },
});

/** The machinery of the desk. */
export const UPKEEP_ENDPOINTS = [show, accept, rescan, release];
