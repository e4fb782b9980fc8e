import { returnDeposit } from '../acts/return-deposit.ts';
import { withdrawTreasury } from '../acts/withdraw-treasury.ts';
import { dropWithdrawal, loadWithdrawals, retryWithdrawal, type Withdrawal } from '../acts/withdrawals.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation } from '../networks/all-chains.ts';
import { walletOverview } from '../observe/wallet-overview.ts';
import { lookAgain } from '../operators/proposals.ts';
import { transaction } from '../store/transaction.ts';
import { act, inWords } from './act.ts';
import { actContext } from './act-context.ts';
import { readAmount, readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { effects } from './proposals.ts';
import { ask } from './redirect.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const treasuryShow: Command = {
  name: 'treasury show',
  usage: '',
  summary: 'Show what the treasuries hold, what of it is promised and what is free, and withdrawals',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const overview = await walletOverview(database, catalogue, async () => new Map());
      const rows = overview.flatMap(({ assets }) =>
        assets.map(({ asset, held, owedToOrders, withdrawing, earned, free }) => [
          ...[asset.chain.name, asset.abbr],
          ...[held, owedToOrders, withdrawing, earned, free].map((units) => fromUnits(units, asset.decimals)),
        ]),
      );
      console.log(table(['chain', 'coin', 'held', 'promised', 'withdrawn', 'earned', 'free'], rows));
      const withdrawals = await loadWithdrawals(database);
      console.log(
        withdrawals.length === 0
          ? '\nNothing was withdrawn.'
          : `\nWithdrawals\n${table(
              ['id', 'amount', 'state', 'when', 'to', 'txid', 'why'],
              withdrawals.map((each) => cells(each, catalogue)),
            )}`,
      );
    }),
};

export const treasuryWithdraw: Command = {
  name: 'treasury withdraw',
  usage: 'CHAIN COIN AMOUNT --to ADDRESS --why TEXT [--dry-run]',
  summary:
    'Propose to pay what is free of a treasury to an address of your own; --dry-run only shows what it would do',
  run: (args, env) =>
    withStore(env, async (database) => {
      const isDry = args.includes('--dry-run');
      const { words, options } = readArguments(
        args.filter((each) => each !== '--dry-run'),
        { words: ['CHAIN', 'COIN', 'AMOUNT'], options: ['to', 'why'] },
      );
      const [chain, coin, amount] = words as [string, string, string];
      const { to, why } = options;
      if (to === undefined) throw new UsageError('Where to? Add --to ADDRESS.');
      if (why === undefined || why.trim() === '')
        throw new UsageError('What for? Add --why TEXT: it stays in the audit log.');
      const context = await actContext(database, env);
      const asset = context.market.catalogue.find(chain, coin);
      if (asset === undefined)
        throw new UsageError(`There is no ${chain} ${coin}. See: npx swapdesk asset list`);
      const units = readAmount('AMOUNT', amount, asset.decimals);
      const wish = { chain, coin, units: String(units), address: to, why: why.trim() };
      if (!isDry) return ask(database, env, withdrawTreasury, wish);
      const { whyNot, consequences } = await transaction(database, (client) =>
        lookAgain(client, withdrawTreasury, wish, context),
      );
      console.log(
        whyNot === null ? effects('It would do this', consequences) : `It cannot be done: ${whyNot}.`,
      );
    }),
};

export const treasuryDrop: Command = {
  name: 'treasury drop',
  usage: 'ID',
  summary: "Do not pay a withdrawal that is surely not paid: what it took is the treasury's again",
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      await act(database, async (client, now) => {
        await dropWithdrawal(client, id, now);
        const changes = [{ what: 'withdrawal', before: 'to be paid', after: 'dropped' }];
        return { act: 'treasury drop', subject: `payout ${id}`, changes, result: undefined };
      }).catch(inWords({}));
      console.log(`Dropped ${id}: it is not paid, and what it took is the treasury's again.`);
    }),
};

export const treasuryRetry: Command = {
  name: 'treasury retry',
  usage: 'ID',
  summary: 'Pay a withdrawal anew whose payment was cancelled or came to nothing',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      await act(database, async (client) => {
        await retryWithdrawal(client, id);
        const changes = [{ what: 'withdrawal', before: 'failed', after: 'to be paid' }];
        return { act: 'treasury retry', subject: `payout ${id}`, changes, result: undefined };
      }).catch(inWords({}));
      console.log(`Withdrawal ${id} is paid anew.`);
    }),
};

export const depositReturn: Command = {
  name: 'deposit return',
  usage: 'DEPOSIT --to ADDRESS',
  summary: 'Propose to give to an address what came to an address of ours that no order has',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['DEPOSIT'], options: ['to'] });
      if (options.to === undefined) throw new UsageError('Where to? Add --to ADDRESS.');
      const deposit = String(readWhole('DEPOSIT', words[0] as string));
      await ask(database, env, returnDeposit, { deposit, address: options.to });
    }),
};

function cells(
  { id, asset_id, units, state, waits_why, created_at, address, txid, why }: Withdrawal,
  catalogue: Catalogue,
): string[] {
  const { chain, abbr, decimals } = catalogue.get(asset_id);
  return [
    String(id),
    `${fromUnits(BigInt(units), decimals)} ${abbr} (${chain.name})`,
    waits_why === null ? state : `${state}: ${waits_why}`,
    timeText(created_at),
    address,
    txid ?? '-',
    why,
  ];
}
