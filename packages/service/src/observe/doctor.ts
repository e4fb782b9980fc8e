import { loadSettings } from '../catalog/settings.ts';
import type { Chain } from '../chains/chain.ts';
import { compareBooks } from '../engine/books/compare-books.ts';
import { BROKEN_ADVICE, type Link, readLink } from '../engine/follow/links.ts';
import { loadLosses } from '../engine/follow/losses.ts';
import { lastFollowed } from '../engine/followed.ts';
import { readHold, readStanding } from '../engine/hold/hold.ts';
import { freeTreasury, readTreasury } from '../ledger/treasury.ts';
import { overdueReservations, wrongReservations } from '../orders/wrong-reservations.ts';
import type { Database, Queryable } from '../store/database.ts';
import { alertFindings } from './alert-finding.ts';
import { archiveFinding } from './archive-finding.ts';
import { amount, nameOf } from './asset-words.ts';
import {
  blocksBehind,
  type ChainProgress,
  chainProgress,
  type LeaseState,
  leaseState,
} from './chain-progress.ts';
import { coldFinding } from './cold-finding.ts';
import { decidedFindings } from './decided-findings.ts';
import { depositFinding } from './deposit-finding.ts';
import type { Examined, Finding, Patient } from './finding.ts';
import { gateFindings, haltFindings } from './halt-findings.ts';
import { hedgeFindings } from './hedge-findings.ts';
import { ledgerFindings } from './ledger-findings.ts';
import { nodeFindings } from './node-findings.ts';
import { frozenOrders, slowOrders } from './open-work.ts';
import { payoutFindings } from './payout-findings.ts';
import { priceFindings } from './price-findings.ts';
import { proposalFinding } from './proposal-finding.ts';
import { replicationFinding } from './replication-finding.ts';
import { screeningFinding } from './screening-finding.ts';
import { signing } from './signing.ts';
import { storeFindings } from './store-findings.ts';
import { readStoreHealth } from './store-health.ts';
import { targetFinding } from './target-finding.ts';
import { time } from './time.ts';
import { venueFindings } from './venue-findings.ts';
import { versionFinding } from './version-finding.ts';
import { webhookBacklog } from './webhook-backlog.ts';
import { webhookFinding } from './webhook-finding.ts';

const MOST_CLOCK_OFF_MS = 2_000;
const MOST_BEHIND = 5;
const ORDER_PATIENCE_S = 3_600;
const ORDER_LONG_S = 6 * 3_600;
/** A chain that is followed is known to this moment, give or take. */
const RESERVATION_PATIENCE_S = 600;
const ENGINE = 'Is an engine running? npx swapdesk start, or: npx swapdesk engine.';

/** Looks at everything, one finding each: first what stops the most, whether payments are signed before all. Reads only. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { database, chains, now } = patient;
  const examined = { ...patient, settings: await loadSettings(database) };
  const findings: Finding[] = [
    await signing(database),
    ...(await held(patient)),
    await time(database),
    await replicationFinding(database),
    await versionFinding(database, now),
    ...(await archiveFinding(database)),
    ...storeFindings(await readStoreHealth(database)),
    worker('orders', await leaseState(database, 'orders'), now),
    ...(await gateFindings(examined)),
    ...(await haltFindings(examined)),
    ...(await losses(examined)),
    ...(await payoutFindings(examined)),
    ...(await orders(examined)),
    await screeningFinding(examined),
    ...(await decidedFindings(examined)),
    await proposalFinding(database, now),
    await depositFinding(database, now),
    ...(await priceFindings(examined)),
    ...(await venueFindings(examined)),
    ...(await hedgeFindings(examined)),
    await webhookFinding(database, now),
    ...(await webhookBacklog(database)),
    clock(patient),
    ...(await alertFindings(database, now)),
  ];
  for (const chain of chains) {
    findings.push(...(await chainFindings(examined, chain)), ...(await nodeFindings(examined, chain)));
  }
  for (const chain of chains) findings.push(...(await books(examined, chain)));
  findings.push(
    await treasury(examined),
    await targetFinding(database, examined.catalogue),
    ...(await coldFinding(database, examined.catalogue)),
    await reservations(examined),
    ...(await ledgerFindings(examined)),
  );
  return findings;
}

/** What is wrong before what is well, each in the order of `examine`. */
export function wrongFirst(findings: readonly Finding[]): Finding[] {
  return [...findings.filter(({ isWell }) => !isWell), ...findings.filter(({ isWell }) => isWell)];
}

/** Before all else, while it is so. */
async function held({ database }: Patient): Promise<Finding[]> {
  const hold = await readHold(database);
  if (hold === null) return notCompared(database);
  return [
    {
      what: 'THE DESK IS HELD',
      isWell: false,
      isCritical: true,
      facts: hold.why,
      advice: 'Nothing is signed, placed, accepted or expired until this is decided: npx swapdesk hold show',
      page: '/hold',
    },
  ];
}

/** After a promotion, as long as whoever signs has not looked: where its signer does not run, that may be long. */
async function notCompared(database: Queryable): Promise<Finding[]> {
  if ((await readStanding(database)) !== 'not compared') return [];
  return [
    {
      what: 'NO ORDER IS DECIDED',
      isWell: false,
      isCritical: true,
      facts: 'PostgreSQL was promoted or restored, and no signing record has been compared with it yet',
      advice: 'Whoever signs does that within seconds: start the signer, or the engine that has the keys',
    },
  ];
}

function clock({ aheadMs }: Patient): Finding {
  return {
    what: 'clock',
    isWell: Math.abs(aheadMs) <= MOST_CLOCK_OFF_MS,
    facts: `this machine is ${Math.abs(Math.round(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database`,
    advice: "Run NTP on both. Every node goes by the database's clock",
  };
}

function worker(what: string, lease: LeaseState | null, now: number): Finding {
  return {
    what: `${what}: worker`,
    isCritical: true,
    isWell: lease !== null && lease.until >= now,
    facts: lease === null ? 'nobody yet' : `node ${lease.holder.slice(0, 8)} ${untilText(lease.until, now)}`,
    advice: `Nothing moves. ${ENGINE}`,
  };
}

function untilText(until: number, now: number): string {
  return until >= now
    ? `for another ${until - now} s`
    : until === 0
      ? 'gave it back'
      : `until ${now - until} s ago`;
}

async function chainFindings({ database, settings, now }: Examined, chain: Chain): Promise<Finding[]> {
  const progress = await chainProgress(database, chain);
  const behind = blocksBehind(progress);
  const { rows } = await database.query<{ free: number; space: string }>(
    `SELECT s.derived - s.given AS free, s.name AS space FROM chain c JOIN address_space s ON s.name = c.address_space
      WHERE c.id = $1`,
    [chain.id],
  );
  const free = rows[0]?.free ?? 0;
  const target = settings.address_pool_target;
  return [
    worker(chain.name, progress.lease, now),
    behind === null
      ? {
          what: `${chain.name}: node`,
          isWell: false,
          isCritical: true,
          facts: progress.trouble ?? 'cannot be asked',
          advice: 'Until it can be believed no deposit is seen and nothing is paid there',
        }
      : blocks(chain, progress, behind, await linkOf(database, chain)),
    {
      what: `${chain.name}: addresses`,
      isWell: free * 10 >= target,
      facts: `${free} ready of ${target}`,
      advice: `Orders will be refused. ${ENGINE} Only it derives addresses`,
    },
  ];
}

/** Null if nobody can tell: the chain was never followed, or its node does not answer. */
async function linkOf(database: Database, chain: Chain): Promise<Link['kind'] | null> {
  const last = await lastFollowed(database, chain.id);
  const nobody = async () => () => false;
  const link = last === null ? null : await readLink(chain, last, nobody).catch(() => null);
  return link?.kind ?? null;
}

function blocks(
  chain: Chain,
  { height, tip }: ChainProgress,
  behind: number,
  link: Link['kind'] | null,
): Finding {
  const what = `${chain.name}: blocks`;
  if (link === 'broken') {
    const facts = `block ${Number(height) + 1} of the node does not continue ${height}, which it has as well`;
    return { what, isWell: false, isCritical: true, facts, advice: `Nothing is followed: ${BROKEN_ADVICE}` };
  }
  if (link === 'behind') {
    return {
      what,
      isWell: false,
      facts: `followed to ${height}, but the node has no such block; it ends at ${tip}`,
      advice: 'The node is behind, or another than before. Nothing is followed until it has caught up',
    };
  }
  return {
    what,
    isWell: height !== null && behind <= MOST_BEHIND,
    facts: `followed to ${height ?? 'none'} of ${tip}, ${behind} behind`,
    advice: `Deposits are seen late. ${ENGINE} Its log says what fails`,
  };
}

async function books({ database, catalogue }: Examined, chain: Chain): Promise<Finding[]> {
  // A node that cannot be asked has been told of.
  const compared = await compareBooks(database, chain, catalogue.assets).catch(() => []);
  return compared.map(({ asset, block, ledgerUnits, walletUnits }) => ({
    what: `${nameOf(asset)}: books`,
    isWell: ledgerUnits === walletUnits,
    isCritical: true,
    facts:
      ledgerUnits === walletUnits
        ? `ledger and wallet ${amount(asset, walletUnits)} at block ${block.height}`
        : `ledger ${amount(asset, ledgerUnits)}, wallet ${amount(asset, walletUnits)} at block ${block.height}`,
    advice: `What would settle it: npx swapdesk halt clear ${nameOf(asset)}. See docs/operators.md, "A halt"`,
  }));
}

async function treasury({ database, catalogue }: Examined): Promise<Finding> {
  const free = await freeTreasury(database);
  const paidOut = catalogue.assets.filter(({ canReceive }) => canReceive);
  const empty = paidOut.filter(({ id }) => (free.get(id) ?? 0n) <= 0n);
  return {
    what: 'treasury',
    isWell: empty.length === 0,
    facts:
      empty.length === 0
        ? 'something is free in every asset'
        : `nothing free in ${empty.map(nameOf).join(', ')}`,
    advice:
      'Orders for it freeze with LIMIT. Send coins to the treasury, or: npx swapdesk asset set CHAIN COIN --receive off',
  };
}

/** What fixed orders promise is what is counted, and for no longer than they can be honoured. */
async function reservations({ database, catalogue, now }: Examined): Promise<Finding> {
  const wrong = await wrongReservations(database);
  const overdue = await overdueReservations(database, now - RESERVATION_PATIENCE_S);
  const { promised } = await readTreasury(database);
  const held = catalogue.assets.filter(({ id }) => (promised.get(id) ?? 0n) > 0n);
  const facts = held.map((asset) => `${amount(asset, promised.get(asset.id) ?? 0n)} on ${asset.chain.name}`);
  return {
    what: 'reserved for fixed orders',
    isWell: wrong.length === 0 && overdue === 0,
    facts: [
      facts.join(', ') || 'nothing',
      ...wrong.map(({ what }) => what),
      ...(overdue === 0 ? [] : [`${overdue} orders hold something beyond their time`]),
    ].join('; '),
    advice:
      wrong.length > 0
        ? 'A fault of ours, or a change by hand. Quotes offer too little or too much until it is put right'
        : 'It is free again once the chains that these orders are paid on have been followed. Are their nodes up?',
  };
}

/** A loss stays an alarm until somebody has seen it. */
async function losses({ database, catalogue }: Examined): Promise<Finding[]> {
  const open = (await loadLosses(database)).filter(({ acknowledgedAt }) => acknowledgedAt === 0);
  if (open.length === 0) return [well('losses', 'none that nobody has seen')];
  return open.map(({ no, assetId, units, at }) => {
    const asset = catalogue.get(assetId);
    const isOrder = !no.startsWith('DEPOSIT-');
    return {
      what: isOrder ? `order ${no}: lost its deposit` : `${no.toLowerCase()}: given back, and lost`,
      isWell: false,
      isCritical: true,
      facts: `${amount(asset, units)} on ${asset.chain.name} was taken back by a reorganisation at ${new Date(at * 1000).toISOString()}`,
      advice: `It ends by itself if the deposit comes back. Look at the order, then: npx swapdesk loss acknowledge ${no}`,
      ...(isOrder && { order: no }),
      page: '/queue?show=losses',
    };
  });
}

async function orders({ database, now }: Examined): Promise<Finding[]> {
  const slow = await slowOrders(database, now - ORDER_PATIENCE_S);
  const frozen = await frozenOrders(database);
  const ours = frozen.filter(({ reason }) => reason === 'SCREENING' || reason === 'OPERATOR');
  const undecided = ours.filter(({ orders: many, decided }) => many > decided);
  return [
    {
      what: 'orders: paid or exchanging',
      isWell: slow.length === 0,
      isCritical: slow.some(({ since }) => now - since > ORDER_LONG_S),
      facts:
        slow.length === 0
          ? 'none for more than an hour'
          : `${slow.length} for more than an hour, e.g. ${slow[0]!.no}`,
      advice: `See: npx swapdesk order show ${slow[0]?.no}`,
      ...(slow[0] !== undefined && { order: slow[0].no }),
    },
    {
      what: 'orders: frozen',
      isWell: undecided.length === 0,
      facts: frozen.map(({ reason, orders: many }) => `${many} ${reason}`).join(', ') || 'none',
      advice: `SCREENING and OPERATOR wait for you: npx swapdesk order show ${undecided[0]?.example}`,
    },
  ];
}

function well(what: string, facts: string): Finding {
  return { what, isWell: true, facts, advice: '' };
}
