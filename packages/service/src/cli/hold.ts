import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readConfig } from '../config.ts';
import { isDecided, readUndecided, type Undecided } from '../engine/hold/go-on.ts';
import { endHold, type Hold, readHold } from '../engine/hold/hold.ts';
import { type LostPayment, lostPayment, lostPayments } from '../engine/hold/lost-payments.ts';
import { settleLost } from '../engine/payments/adopt.ts';
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
    'Decide that a signed payment which the store does not know was rightly made; without --why it shows what that means',
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
          'Nothing is changed yet. With --why TEXT its bytes are kept as a payment of ours, so that blocks which have it are understood. ' +
            'What it paid then shows as a difference of the books: see docs/operators.md, "Backup and restore".',
        );
      }
      const why = neededReason(options.why);
      await act(database, async (client, now) => {
        const lost = await lostPayment(client, txid);
        if (lost === null) throw new UsageError('It was taken up meanwhile.');
        await settleLost(client, chain, lost.payment, now);
        const changes = [{ what: 'lost payment', before: lost.obstacle, after: `settled: ${why}` }];
        return { act: 'hold settle', subject: txid, changes, result: undefined };
      });
      console.log(`Settled ${txid}.`);
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
        const held = await readHold(client);
        if (held === null) throw new UsageError('The desk is not held.');
        await client.query('SELECT 1 FROM hold FOR UPDATE');
        const left = await readUndecided(
          client,
          chains.map(({ id }) => id),
        );
        // A record that is lost cannot be compared: that is for an operator to say.
        if (!isDecided({ ...left, records: [] })) {
          throw new UsageError(
            `The desk stays held:\n${undecidedLines({ ...left, records: [] }).join('\n')}`,
          );
        }
        await endHold(client);
        await client.query('UPDATE signing_record SET is_waited_for = false');
        const changes = [{ what: 'hold', before: held.why, after: `released: ${why}` }];
        return { act: 'hold release', subject: 'desk', changes, result: held };
      });
      console.log(`The desk goes on. It was held since ${timeText(hold.since)}: ${hold.why}.`);
    }),
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

function undecidedLines({ lost, chains, records, spaces }: Undecided): string[] {
  return [
    ...(lost === 0
      ? []
      : [`  ${lost} signed payments that the store does not know: npx swapdesk hold settle TXID --why …`]),
    ...chains.map(
      (name) => `  ${name}: not followed to its tip yet, or its books differ: npx swapdesk halt list`,
    ),
    ...records.map(
      (folder) =>
        `  the record in ${folder} was not compared: start what keeps it, or, if it is lost: npx swapdesk hold release --why …`,
    ),
    ...spaces.map((name) => `  ${name}: addresses that may have been given are being derived`),
  ];
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
