import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { compareBooks } from '../engine/books/compare-books.ts';
import { type Corrected, correctBooks, MovedOn } from '../engine/books/correct-books.ts';
import { NotBooked } from '../engine/books/decide.ts';
import { findPaying, type MarkedPaid, markPaid } from '../engine/books/mark-paid.ts';
import { fromUnits } from '../money/units.ts';
import { act, rehearse } from './act.ts';
import { readArguments, readSigned, readWhole } from './arguments.ts';
import { type Command, UsageError } from './command.ts';
import { findAsset, type Surroundings, withChains } from './with-chains.ts';

const DRY = 'Nothing was booked: without --dry-run it would be.';
const MOST_TRIES = 5;

export const payoutPaid: Command = {
  name: 'payout paid',
  usage: 'PAYOUT --txid TXID [--amount-differs] [--dry-run]',
  summary:
    'Book a payout that counts as unpaid as paid by a transaction of the chain, after a look at the chain',
  run: (args, env) =>
    withChains(env, async (surroundings) => {
      const { words, options, flags } = readArguments(args, {
        words: ['PAYOUT'],
        options: ['txid'],
        flags: ['amount-differs', 'dry-run'],
      });
      const payoutId = readWhole('PAYOUT', words[0] as string);
      if (options.txid === undefined) throw new UsageError('--txid names the transaction that has paid it.');
      const claim = {
        ...{ payoutId, txid: options.txid.toLowerCase() },
        mayDiffer: flags['amount-differs'] ?? false,
      };
      const marked = await inWords(() => mark(surroundings, claim, flags['dry-run'] ?? false));
      console.log(paidText(surroundings.catalogue, marked, claim.txid));
      if (flags['dry-run']) console.log(DRY);
    }),
};

async function mark(
  { database, chains }: Surroundings,
  claim: { payoutId: number; txid: string; mayDiffer: boolean },
  isDry: boolean,
): Promise<MarkedPaid> {
  const { rows } = await database.query<{ chain_id: number }>('SELECT chain_id FROM payout WHERE id = $1', [
    claim.payoutId,
  ]);
  const chain = chains.find(({ id }) => id === rows[0]?.chain_id);
  if (chain === undefined)
    throw new NotBooked(`There is no payout ${claim.payoutId}. See: npx swapdesk order show ORDER`);
  const found = await findPaying(database, chain, claim);
  return (isDry ? rehearse : act)(database, async (client, now) => {
    const result = await markPaid(client, chain, claim, found, now);
    const changes = result.paid.map(({ payout }) => ({
      ...{ what: `payout ${payout.id}`, before: 'unpaid', after: `paid by ${claim.txid}` },
    }));
    return { act: 'payout paid', subject: `payout ${claim.payoutId}`, changes, result };
  });
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
  run: (args, env) =>
    withChains(env, async (surroundings) => {
      const { words, options, flags } = readArguments(withSign(args), {
        words: ['CHAIN', 'COIN'],
        options: ['amount', 'why', 'txid'],
        flags: ['dry-run'],
      });
      const { asset, chain } = findAsset(surroundings, words[0] as string, words[1] as string);
      const { amount, why, txid } = options;
      if (amount === undefined || why === undefined || why.trim() === '')
        throw new UsageError('--amount says what came (or went, with a minus), --why what you found out.');
      const units = readSigned('amount', amount, asset.decimals);
      const correction = { units, why, txid: txid?.toLowerCase() ?? null };
      const name = `${asset.chain.name} ${asset.abbr}`;
      const correct = async (): Promise<Corrected> => {
        for (let tries = 0; tries < MOST_TRIES; tries++) {
          const [books] = await compareBooks(surroundings.database, chain, [asset]);
          if (books === undefined)
            throw new NotBooked(`The node of ${chain.name} cannot tell now what we hold. Try again.`);
          const work = (flags['dry-run'] ? rehearse : act)(surroundings.database, async (client, now) => {
            const result = await correctBooks(client, chain, books, correction, now);
            const changes = [
              { what: `${name} booked`, before: null, after: amount },
              { what: 'why', before: null, after: why },
              ...result.settled.map((spend) => ({ what: spend, before: 'unknown', after: 'used by others' })),
            ];
            return { act: 'books correct', subject: name, changes, result };
          });
          const corrected = await work.catch((error: unknown) => {
            if (!(error instanceof MovedOn)) throw error;
            return null;
          });
          if (corrected !== null) return corrected;
        }
        throw new NotBooked(`${chain.name} moves on too fast to be compared. Try again.`);
      };
      const { before, after, settled } = await inWords(correct);
      console.log(
        `${name}: the wallet had ${amountOf(asset, before)} more than the ledger (negative: less), now ${amountOf(asset, after)}.` +
          (settled.length === 0 ? '' : ` Noted as used by others: ${settled.join(', ')}.`),
      );
      if (flags['dry-run']) console.log(DRY);
      else if (after === 0n) console.log(`To pay out again: npx swapdesk halt clear ${name}`);
    }),
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
