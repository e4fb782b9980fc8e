import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { askToCancel, type NotCancelled } from '../engine/payments/cancelled-payments.ts';
import { fromUnits } from '../money/units.ts';
import { carriedPayouts, type OpenPayment, openPayments, paymentAttempts } from '../observe/payments.ts';
import { UNMINED } from '../payments/life.ts';
import type { Database } from '../store/database.ts';
import { act } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const paymentList: Command = {
  name: 'payment list',
  usage: '',
  summary: 'Show the transactions of ours that are not confirmed yet, oldest first',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const payments = await openPayments(database);
      if (payments.length === 0) return console.log('No payment is under way.');
      const head = ['id', 'chain', 'for', 'state', 'signed', 'replaced', 'orders'];
      console.log(table(head, payments.map(cells)));
    }),
};

export const paymentShow: Command = {
  name: 'payment show',
  usage: 'ID',
  summary: 'Show a payment with all that replaced it, and what it pays to whom',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      const [payment] = await openPayments(database, id);
      if (payment === undefined) throw new UsageError(WHY_NOT.unknown(id));
      console.log(await describe(database, payment, await loadCatalogue(database)));
    }),
};

export const paymentCancel: Command = {
  name: 'payment cancel',
  usage: 'ID',
  summary: 'Take back a payment that no block has taken: what it spends comes back to the treasury',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      await act(database, async (client, now) => {
        const outcome = await askToCancel(client, id, now);
        if (outcome !== 'asked') throw new UsageError(WHY_NOT[outcome](id));
        const changes = [{ what: 'cancelled', before: null, after: 'asked for' }];
        return { act: 'payment cancel', subject: `payment ${id}`, changes, result: undefined };
      });
      console.log(
        `Payment ${id} is being cancelled: a transaction takes its place that spends the same and pays nobody; on a chain whose ` +
          'transactions expire, it is sent no more and ends with its expiry. Then its orders freeze with OPERATOR; to pay them anew: npx swapdesk order resolve ORDER exchange. ' +
          `Should a block take the payment all the same, it counts as paid. See: npx swapdesk payment show ${id}`,
      );
    }),
};

const WHY_NOT: Record<NotCancelled, (id: number) => string> = {
  unknown: (id) => `There is no payment ${id}. See: npx swapdesk payment list`,
  'in a block': (id) =>
    `Payment ${id} is in a block, or another that spends the same is, or it has expired: it stays as it is.`,
  'carries nothing': (id) =>
    `Payment ${id} pays no order: it moves what is ours, and there is nothing to take back.`,
  'cancelled already': (id) =>
    `Payment ${id} is being cancelled already. See: npx swapdesk payment show ${id}`,
  'pays others too': (id) =>
    `Payment ${id} also pays somebody whom the store has forgotten: what replaced it would not. It stays as it is.`,
  'kept apart': (id) =>
    `Payment ${id} gives back what screening stopped, by itself. A cancel would put that among the others, or leave too little of it. Let a block take ` +
    'it; or, if it may be mixed with what is ours, release it first: npx swapdesk deposit quarantine, then deposit release',
};

function cells(payment: OpenPayment): string[] {
  const { id, chain, purpose, signed_at, bumps, orders } = payment;
  return [
    String(id),
    chain,
    purpose,
    stateOf(payment),
    timeText(signed_at),
    String(bumps),
    orders.join(' ') || '-',
  ];
}

function stateOf({ state, cancel_asked_at, refused_at }: OpenPayment): string {
  const isOpen = UNMINED.includes(state);
  const more = [isOpen && cancel_asked_at > 0 && 'being cancelled', isOpen && refused_at > 0 && 'refused'];
  return [state, ...more.filter((each) => each !== false)].join(', ');
}

async function describe(database: Database, payment: OpenPayment, catalogue: Catalogue): Promise<string> {
  const amount = (assetId: number, units: string) => {
    const { chain, abbr, decimals } = catalogue.get(assetId);
    return `${fromUnits(BigInt(units), decimals)} ${abbr} (${chain.name})`;
  };
  const attempts = await paymentAttempts(database, payment.id);
  const payouts = await carriedPayouts(database, payment.id);
  const { id, chain, purpose } = payment;
  return [
    `Payment ${id} on ${chain}, for ${purpose}: ${stateOf(payment)}`,
    `Transactions that spend the same: a block can take one of them\n${table(
      ['id', 'for', 'state', 'block', 'signed', 'fee at most', 'txid'],
      attempts.map((each) => [
        String(each.id),
        each.is_cancel ? 'cancel' : purpose,
        each.state,
        String(each.height ?? '-'),
        timeText(each.signed_at),
        amount(each.native_id, each.fee_units),
        each.txid,
      ]),
    )}`,
    payouts.length === 0
      ? 'Payouts: none'
      : `Payouts\n${table(
          ['id', 'order', 'for', 'amount', 'state', 'to'],
          payouts.map((each) => [
            String(each.id),
            each.order,
            each.reason,
            amount(each.asset_id, each.units),
            each.state,
            each.address,
          ]),
        )}`,
  ].join('\n\n');
}
