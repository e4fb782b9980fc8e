import { MESSAGE } from '@swapdesk/contract';
import { endHoldBy, settlePayment } from '../acts/hold-decisions.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { isDecided, readUndecided, type Undecided, undecidedLines } from '../engine/hold/go-on.ts';
import { type Hold, readHold } from '../engine/hold/hold.ts';
import { type LostPayment, lostPayment, lostPayments } from '../engine/hold/lost-payments.ts';
import type { Settled } from '../engine/payments/adopt.ts';
import { fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { act, inWords } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, WrongArguments } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';
import { withChains } from './with-chains.ts';

export const holdShow: Command = {
  name: 'hold show',
  usage: '',
  summary:
    'Show whether the desk is held because store and signing record are not of one time, and what is undecided',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    await withChains(env, async ({ database, chains, catalogue }) => {
      const hold = await readHold(database);
      const lost = await lostPayments(database, null);
      if (hold === null && lost.length === 0) return console.log('The desk is not held.');
      console.log(
        hold === null
          ? 'The desk is not held. Signed payments that the store lacks are being taken up:'
          : heldLines(hold),
      );
      if (hold !== null) console.log(leftLines(await undecided(database, chains)).join('\n'));
      if (lost.length > 0) console.log(lostTable(lost, catalogue));
    });
  },
};

export const holdSettle: Command = {
  name: 'hold settle',
  usage: 'TXID [--why TEXT] [--final]',
  summary:
    'Decide about a signed payment which the store cannot explain; without --why it shows what that means',
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['TXID'],
      options: ['why'],
      flags: ['final'],
    });
    const txid = words[0] as string;
    const why = options.why === undefined ? null : neededReason(options.why);
    await withChains(env, async ({ database, chains, catalogue }) => {
      const found = await lostPayment(database, txid);
      if (found === null) return inWords()(new Refusal(MESSAGE.notLost));
      console.log(lostTable([found], catalogue));
      if (why === null) {
        return console.log(
          'Nothing is changed yet. With --why TEXT: if the chain has it, its bytes are kept as a payment of ours, so that blocks which have it are understood: payouts that wait for it are paid, ' +
            'and what else it paid shows as a difference of the books (docs/operators.md, "Backup and restore"). If nobody has seen it, it is set aside and never sent.',
        );
      }
      const settled = await act(database, (client, at) =>
        settlePayment(client, chains, { txid, why, at, isFinal: flags.final === true }),
      ).catch(inWords());
      console.log(`${SETTLED[settled](txid)} What is left: npx swapdesk hold show`);
    });
  },
};

export const holdRelease: Command = {
  name: 'hold release',
  usage: '--why TEXT',
  summary: 'End the hold, if nothing but missing records is undecided; it ends by itself when all agrees',
  async run(args, env) {
    const { options } = readArguments(args, { words: [], options: ['why'] });
    const why = neededReason(options.why);
    await withChains(env, async ({ database, chains }) => {
      const left = undecidedLines({ ...(await undecided(database, chains)), records: [] });
      const words = { [MESSAGE.stillUndecided]: `The desk stays held:\n${left.join('\n')}` };
      const hold = await act(database, (client) => endHoldBy(client, chains, why)).catch(inWords(words));
      console.log(`The desk goes on. It was held since ${timeText(hold.since)}: ${hold.why}.`);
    });
  },
};

const SETTLED: Record<Settled, (txid: string) => string> = {
  kept: (txid) =>
    `Kept ${txid} as a payment of ours. Payouts that waited for it are paid; what else it paid shows as a difference of the books.`,
  'set aside': (txid) =>
    `Set ${txid} aside: the chain does not know it, so it is not sent, and whatever is signed for its payouts excludes it.`,
  passed: (txid) =>
    `The chain is followed past the block that has ${txid}: what was paid in for its order may come later, and then it is found by itself. If it never does: --final.`,
  excluded: (txid) =>
    `Dropped ${txid}: the store has a payment that spends the same, so it cannot be mined beside it.`,
};

function neededReason(why: string | undefined): string {
  if (why === undefined || why.trim() === '')
    throw new WrongArguments('Say why, for the audit log: --why TEXT.');
  return why.trim();
}

function undecided(database: Database, chains: readonly Chain[]): Promise<Undecided> {
  return readUndecided(
    database,
    chains.map(({ id }) => id),
  );
}

function leftLines(left: Undecided): string[] {
  if (isDecided(left)) return ['  nothing: it goes on within seconds, if an engine is running'];
  return undecidedLines(left);
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
