import { withdrawTreasury } from '../acts/withdraw-treasury.ts';
import { dropWithdrawal, loadWithdrawals, retryWithdrawal, type Withdrawal } from '../acts/withdrawals.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation } from '../networks/all-chains.ts';
import { type AssetOverview, walletOverview } from '../observe/wallet-overview.ts';
import { transaction } from '../store/transaction.ts';
import { act, inWords } from './act.ts';
import { actContext } from './act-context.ts';
import { readAmount, readArguments, readWhole } from './arguments.ts';
import { ask } from './ask.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { effects } from './proposals.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

/** What is held is all that follows, to the last digit: what is paid already, and not deep enough, is taken off. */
const AMOUNTS: readonly (readonly [title: string, of: (units: Omit<AssetOverview, 'asset'>) => bigint])[] = [
  ['held', ({ held }) => held],
  ['owed', ({ owedToOrders }) => owedToOrders],
  ['promised', ({ promised }) => promised],
  ['arriving', ({ arriving }) => arriving],
  ['unclaimed', ({ unclaimed }) => unclaimed],
  ['withdrawn', ({ withdrawing }) => withdrawing],
  ['set aside', ({ setAside }) => setAside],
  ['paid, not deep', ({ leaving }) => -leaving],
  ['earned', ({ earned }) => earned],
  ['free', ({ free }) => free],
];

export const treasuryShow: Command = {
  name: 'treasury show',
  usage: '',
  summary:
    'Show what the treasuries hold, what of it is owed and promised to orders and what is free, and withdrawals',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const overview = await walletOverview(database, catalogue, async () => new Map());
      const rows = overview.flatMap(({ assets }) =>
        assets.map(({ asset, ...units }) => [
          ...[asset.chain.name, asset.abbr],
          ...AMOUNTS.map(([, of]) => fromUnits(of(units), asset.decimals)),
          ...[asset.targetUnits, asset.hotLimitUnits].map((said) =>
            said === undefined ? '-' : fromUnits(said, asset.decimals),
          ),
        ]),
      );
      const amounts = AMOUNTS.map(([title]) => title);
      console.log(table(['chain', 'coin', ...amounts, 'target', 'hot limit'], rows));
      const withdrawals = await loadWithdrawals(database);
      console.log(
        withdrawals.length === 0
          ? '\nNothing was withdrawn, sent to a cold address or an affiliate, or given back.'
          : `\nWithdrawals, what went to cold addresses and to affiliates, and deposits of no order that are given back\n${table(
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
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['CHAIN', 'COIN', 'AMOUNT'],
      options: ['to', 'why'],
      flags: ['dry-run'],
    });
    const [chain, coin, amount] = words as [string, string, string];
    const { to, why = '' } = options;
    if (to === undefined) throw new WrongArguments('Where to? Add --to ADDRESS.');
    if (why.trim() === '') throw new WrongArguments('What for? Add --why TEXT: it stays in the audit log.');
    await withStore(env, async (database) => {
      const context = await actContext(database, env);
      const asset = context.market.catalogue.find(chain, coin);
      if (asset === undefined)
        throw new UsageError(`There is no ${chain} ${coin}. See: npx swapdesk asset list`);
      const units = readAmount('AMOUNT', amount, asset.decimals);
      if (units === 0n) throw new WrongArguments('AMOUNT is 0: there is nothing to withdraw.');
      const wish = { chain, coin, units: String(units), address: to, why: why.trim() };
      if (!flags['dry-run']) return ask(database, env, withdrawTreasury, wish);
      const { consequences } = await transaction(database, (client) =>
        withdrawTreasury.plan(client, wish, context),
      ).catch(inWords());
      console.log(`${effects('It would do this', consequences)}\nNothing was proposed.`);
    });
  },
};

export const treasuryDrop: Command = {
  name: 'treasury drop',
  usage: 'ID [--why TEXT]',
  summary:
    "Do not pay a withdrawal or a settlement that is surely not paid: what it took is the treasury's again",
  async run(args, env) {
    const { id, why } = readDecision(args);
    await withStore(env, async (database) => {
      const dropped = await act(database, (client, now) => dropWithdrawal(client, id, why, now)).catch(
        inWords(),
      );
      const due = dropped.settlement_id === null ? '' : ' The commissions that it covered are due again.';
      console.log(`Dropped ${id}: it is not paid, and what it took is the treasury's again.${due}`);
    });
  },
};

export const treasuryRetry: Command = {
  name: 'treasury retry',
  usage: 'ID [--why TEXT]',
  summary: 'Pay a withdrawal or a settlement anew whose payment was cancelled or came to nothing',
  async run(args, env) {
    const { id, why } = readDecision(args);
    await withStore(env, async (database) => {
      await act(database, (client) => retryWithdrawal(client, id, why)).catch(inWords());
      console.log(`${id} is paid anew. How it goes: npx swapdesk treasury show`);
    });
  },
};

function readDecision(args: string[]): { id: number; why: string } {
  const { words, options } = readArguments(args, { words: ['ID'], options: ['why'] });
  return { id: readWhole('ID', words[0] as string), why: options.why?.trim() ?? '' };
}

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
