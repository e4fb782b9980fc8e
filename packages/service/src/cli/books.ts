import { booksCorrect as correctBooks } from '../acts/books-correct.ts';
import { payoutPaid as payoutPaidBy } from '../acts/payout-paid.ts';
import type { Run } from '../acts/run.ts';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { NotBooked } from '../engine/books/decide.ts';
import type { MarkedPaid } from '../engine/books/mark-paid.ts';
import { fromUnits } from '../money/units.ts';
import { act, rehearse } from './act.ts';
import { readArguments, readSigned, readWhole } from './arguments.ts';
import { type Command, UsageError, WrongArguments } from './command.ts';
import { findAsset, type Surroundings, withChains } from './with-chains.ts';

const DRY = 'Nothing was booked: without --dry-run it would be.';

export const payoutPaid: Command = {
  name: 'payout paid',
  usage: 'PAYOUT --txid TXID [--amount-differs] [--why TEXT] [--dry-run]',
  summary:
    'Book a payout that counts as unpaid as paid by a transaction of the chain, after a look at the chain',
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['PAYOUT'],
      options: ['txid', 'why'],
      flags: ['amount-differs', 'dry-run'],
    });
    const payoutId = readWhole('PAYOUT', words[0] as string);
    if (options.txid === undefined)
      throw new WrongArguments('--txid names the transaction that has paid it.');
    const claim = {
      payoutId,
      txid: options.txid.toLowerCase(),
      mayDiffer: flags['amount-differs'] ?? false,
    };
    await withChains(env, async (surroundings) => {
      const run = runOf(surroundings, flags['dry-run']);
      const marked = await inWords(() => payoutPaidBy(surroundings, claim, options.why?.trim() ?? '', run));
      console.log(paidText(surroundings.catalogue, marked, claim.txid));
      if (flags['dry-run']) console.log(DRY);
    });
  },
};

function runOf({ database }: Surroundings, isDry = false): Run {
  return (work) => (isDry ? rehearse : act)(database, work);
}

function paidText(catalogue: Catalogue, { paid, rest, feeUnits, height }: MarkedPaid, txid: string): string {
  const amount = (assetId: number, units: bigint) => amountOf(catalogue.get(assetId), units);
  const chain = catalogue.get(paid[0]!.payout.assetId).chain;
  return [
    `Transaction ${txid} in block ${height} of ${chain.name}, fee ${amountOf(catalogue.native(chain), feeUnits)}`,
    ...paid.map(({ payout, paidUnits }) => {
      const { id, assetId, address, units } = payout;
      const line = `pays payout ${id}: ${amount(assetId, paidUnits)} to ${address}`;
      const more = paidUnits - units;
      if (more === 0n) return line;
      return `${line}; ${amount(assetId, units)} were owed, so the treasury ${more > 0n ? 'bears' : 'keeps'} ${amount(assetId, more > 0n ? more : -more)}`;
    }),
    ...rest.map(
      ({ assetId, units, address }) =>
        `pays ${amount(assetId, units)} to ${address}, which no payout explains: the treasury bears it`,
    ),
  ].join('\n');
}

export const booksCorrect: Command = {
  name: 'books correct',
  usage: 'CHAIN COIN --amount ±X --why TEXT [--txid TXID|unknown] [--dry-run]',
  summary:
    'Book to the treasury what came or went and no order explains, up to what ledger and wallet differ by',
  async run(args, env) {
    const { words, options, flags } = readArguments(withSign(args), {
      words: ['CHAIN', 'COIN'],
      options: ['amount', 'why', 'txid'],
      flags: ['dry-run'],
    });
    const { amount, why = '', txid } = options;
    if (amount === undefined || why.trim() === '')
      throw new WrongArguments('--amount says what came (or went, with a minus), --why what you found out.');
    await withChains(env, async (surroundings) => {
      const { asset, chain } = findAsset(surroundings, words[0] as string, words[1] as string);
      const units = readSigned('amount', amount, asset.decimals);
      const correction = { units, why: why.trim(), txid: txid?.toLowerCase() ?? null };
      const run = runOf(surroundings, flags['dry-run']);
      const { before, after, settled } = await inWords(() =>
        correctBooks(surroundings.database, chain, asset, correction, run),
      );
      const name = `${asset.chain.name} ${asset.abbr}`;
      console.log(
        `${name}: the wallet had ${amountOf(asset, before)} more than the ledger (negative: less), now ${amountOf(asset, after)}.` +
          (settled.length === 0 ? '' : ` Noted as used by others: ${settled.join(', ')}.`),
      );
      if (flags['dry-run']) console.log(DRY);
      else if (after === 0n) console.log(`To pay out again: npx swapdesk halt clear ${name}`);
    });
  },
};

/** `--amount -5` would be read as an option. */
function withSign(args: readonly string[]): string[] {
  const at = args.indexOf('--amount');
  const value = args[at + 1];
  if (at < 0 || value === undefined) return [...args];
  return [...args.slice(0, at), `--amount=${value}`, ...args.slice(at + 2)];
}

function amountOf(asset: Asset, units: bigint): string {
  return `${fromUnits(units, asset.decimals)} ${asset.abbr}`;
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof NotBooked ? new UsageError(error.message) : error;
  });
}
