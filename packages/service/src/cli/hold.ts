import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readConfig } from '../config.ts';
import { readUndecided, undecidedLines } from '../engine/hold/go-on.ts';
import { type Hold, readHold } from '../engine/hold/hold.ts';
import { type LostPayment, lostPayment, lostPayments } from '../engine/hold/lost-payments.ts';
import { NotReleased, releaseHold } from '../engine/hold/release.ts';
import { type Settled, settleLost } from '../engine/payments/adopt.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from '../networks/all-chains.ts';
import type { Database } from '../store/database.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const holdShow: Command = {
  name: 'hold show',
  usage: '',
  summary:
    'Show whether the desk is held because store and signing record are not of one time, and what is undecided',
  run: (args, env) =>
    withChains(env, async (database, chains, catalogue) => {
      readArguments(args, { words: [], options: [] });
      const hold = await readHold(database);
      const lost = await lostPayments(database, null);
      if (hold === null && lost.length === 0) return console.log('The desk is not held.');
      if (hold !== null) console.log(heldLines(hold));
      const left = await readUndecided(
        database,
        chains.map(({ id }) => id),
      );
      console.log(undecidedLines(left).join('\n'));
      if (lost.length > 0) console.log(lostTable(lost, catalogue));
    }),
};

export const holdSettle: Command = {
  name: 'hold settle',
  usage: 'TXID [--why TEXT]',
  summary:
    'Decide about a signed payment which the store cannot explain; without --why it shows what that means',
  run: (args, env) =>
    withChains(env, async (database, chains, catalogue) => {
      const { words, options } = readArguments(args, { words: ['TXID'], options: ['why'] });
      const txid = words[0] as string;
      const found = await lostPayment(database, txid);
      if (found === null)
        throw new UsageError(`${txid} is not among the lost payments. See: npx swapdesk hold show`);
      const chain = chains.find(({ id }) => id === found.payment.chainId);
      if (chain === undefined) throw new UsageError('Its chain is not one that is followed.');
      console.log(lostTable([found], catalogue));
      if (options.why === undefined) {
        return console.log(
          'Nothing is changed yet. With --why TEXT: if the chain has it, its bytes are kept as a payment of ours, so that blocks which have it are understood, ' +
            'and what it paid shows as a difference of the books (docs/operators.md, "Backup and restore"). If nobody has seen it, it is set aside and never sent.',
        );
      }
      const why = neededReason(options.why);
      const settled = await act(database, async (client, now) => {
        const lost = await lostPayment(client, txid);
        if (lost === null) throw new UsageError('It was taken up meanwhile.');
        const outcome = await settleLost(client, chain, lost.payment, now);
        const changes = [{ what: 'lost payment', before: lost.obstacle, after: `${outcome}: ${why}` }];
        return { act: 'hold settle', subject: txid, changes, result: outcome };
      });
      console.log(SETTLED[settled](txid));
    }),
};

export const holdRelease: Command = {
  name: 'hold release',
  usage: '--why TEXT',
  summary: 'End the hold, if nothing but missing records is undecided; it ends by itself when all agrees',
  run: (args, env) =>
    withChains(env, async (database, chains) => {
      const { options } = readArguments(args, { words: [], options: ['why'] });
      const why = neededReason(options.why);
      const hold = await act(database, async (client) => {
        const held = await releaseHold(
          client,
          chains.map(({ id }) => id),
        ).catch((error: unknown) => {
          throw error instanceof NotReleased ? new UsageError(error.message) : error;
        });
        const changes = [{ what: 'hold', before: held.why, after: `released: ${why}` }];
        return { act: 'hold release', subject: 'desk', changes, result: held };
      });
      console.log(`The desk goes on. It was held since ${timeText(hold.since)}: ${hold.why}.`);
    }),
};

const SETTLED: Record<Settled, (txid: string) => string> = {
  kept: (txid) => `Kept ${txid} as a payment of ours. What it paid shows as a difference of the books.`,
  'set aside': (txid) =>
    `Set ${txid} aside: the chain does not know it, so it is not sent, and whatever is signed for its payouts excludes it.`,
  excluded: (txid) =>
    `Dropped ${txid}: the store has a payment that spends the same, so it cannot be mined beside it.`,
};

function neededReason(why: string | undefined): string {
  if (why === undefined || why.trim() === '') throw new UsageError('Say why, for the audit log: --why TEXT');
  return why.trim();
}

/** The chains as they are configured; nobody signs on them here. */
async function withChains(
  env: Environment,
  work: (database: Database, chains: readonly Chain[], catalogue: Catalogue) => Promise<void>,
): Promise<void> {
  const config = readConfig(env);
  await withStore(env, async (database) => {
    const catalogue = adaptation(config.chains)(await loadCatalogue(database));
    const around = { catalogue: () => catalogue, clock: systemClock, signer: NOBODY_SIGNS, warn: () => {} };
    const { chains } = await openAllChains(database, config.chains, around);
    await work(database, chains, catalogue);
  });
}

function heldLines({ since, why }: Hold): string {
  return (
    `The desk is held since ${timeText(since)}: ${why}.\n` +
    'Nothing is signed, no order is placed, accepted, resolved or expired. Deposits are followed. It goes on by itself when nothing of this is left:'
  );
}

function lostTable(lost: readonly LostPayment[], catalogue: Catalogue): string {
  const rows = lost.map(({ payment, obstacle }) => [
    payment.txid,
    catalogue.assets.find(({ chain }) => chain.id === payment.chainId)?.chain.name ?? String(payment.chainId),
    payment.payouts
      .map(({ name, assetId, units, address }) => {
        const { abbr, decimals } = catalogue.get(assetId);
        return `${name}: ${fromUnits(BigInt(units), decimals)} ${abbr} to ${address}`;
      })
      .join('; ') || payment.purpose,
    obstacle || 'not looked at yet',
  ]);
  return table(['txid', 'chain', 'pays', 'why it is not taken up'], rows);
}
