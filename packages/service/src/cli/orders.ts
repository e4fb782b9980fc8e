import { formatQueryCode, normalizeQueryCode, ORDER_STATUS } from '@swapdesk/contract';
import { refundOrder } from '../acts/refund-order.ts';
import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { receiverCheck } from '../catalog/receiver.ts';
import type { Network } from '../chains/family.ts';
import { changeOf } from '../change-of.ts';
import { readConfig } from '../config.ts';
import { mayBeArchived } from '../growth/find-archived.ts';
import { fromUnits } from '../money/units.ts';
import { freezeOrder, type NotResolved, resolveByOperator } from '../orders/operate.ts';
import { type OrderFileRecords, readOrderFile } from '../orders/reading/read-order-file.ts';
import { PAYOUT } from '../payouts/life.ts';
import { REASONS } from '../payouts/reasons.ts';
import type { Database } from '../store/database.ts';
import { isOurAddress } from '../wallet/our-addresses.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { ask } from './ask.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const STATUS_NAMES = new Map<number, string>(
  Object.entries(ORDER_STATUS).map(([name, status]) => [status, name]),
);

export const orderShow: Command = {
  name: 'order show',
  usage: 'ORDER',
  summary: 'Show all about an order, by number or query code: history, deposits, payouts, its ledger',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ORDER'], options: [] });
      const found = await find(database, words[0] as string);
      console.log(describe(found, await loadCatalogue(database)));
      const { no } = found.head;
      if (await mayBeArchived(database, found.head))
        console.log(`Events and lines of its ledger were archived: npx swapdesk archive find ${no}`);
    }),
};

export const orderResolve: Command = {
  name: 'order resolve',
  usage: 'ORDER exchange|refund [--refund-address ADDRESS] [--why TEXT]',
  summary:
    'Decide about a frozen order, whatever froze it: exchange what arrived, or give it back. To another address than its client gave: propose it',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['ORDER', 'exchange|refund'],
        options: ['refund-address', 'why'],
      });
      const [name, action] = words as [string, string];
      if (action !== 'exchange' && action !== 'refund')
        throw new UsageError(`An order is resolved by exchange or refund, not by "${action}".`);
      const given = options['refund-address'];
      if (given !== undefined && action === 'exchange')
        throw new UsageError('--refund-address goes with refund only.');
      const { head: order } = await find(database, name);
      const { network } = readConfig(env);
      const catalogue = await loadCatalogue(database);
      const address = given === undefined ? null : await checked(database, catalogue, order, given, network);
      if (address !== null && address !== order.refund_address)
        return ask(database, env, refundOrder, { order: order.no, address, why: options.why?.trim() ?? '' });
      await act(database, async (client, now) => {
        const outcome = await resolveByOperator(client, order.id, action, null, now);
        if (outcome !== 'resolved') throw new UsageError(`${order.no} ${WHY_NOT[outcome]}`);
        const changes = changeOf('resolution', order.resolution, action);
        return { act: `order ${action}`, subject: order.no, changes, result: undefined };
      });
      const what =
        action === 'exchange'
          ? 'is exchanged at the next prices, or goes on'
          : 'is given back, less the network fee';
      console.log(`${order.no} ${what}, within seconds. See: npx swapdesk order show ${order.no}`);
    }),
};

const FROZEN = changeOf('status', ORDER_STATUS.exchanging, ORDER_STATUS.frozen);

const WHY_NOT: Record<NotResolved, string> = {
  'not frozen': 'is not frozen (7). To stop one that is being exchanged: npx swapdesk order freeze',
  'no refund address': 'has no refund address. Add --refund-address.',
  'already exchanged': 'has been exchanged and has payouts: it can only go on, with exchange.',
  'already refunded': 'is being given back: it cannot be exchanged any more.',
  'refund under way':
    'is being given back to the address that was said before. To send that elsewhere: npx swapdesk order redirect ORDER PAYOUT --to ADDRESS',
};

export const orderFreeze: Command = {
  name: 'order freeze',
  usage: 'ORDER',
  summary: 'Stop an order that is being exchanged. What is signed already still goes out',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ORDER'], options: [] });
      const { head: order, payouts } = await find(database, words[0] as string);
      await act(database, async (client, now) => {
        if (!(await freezeOrder(client, order.id, now))) {
          throw new UsageError(
            `${order.no} is ${statusText(order.status)}: only one that is exchanging (3) can be frozen.`,
          );
        }
        return { act: 'order freeze', subject: order.no, changes: FROZEN, result: undefined };
      });
      const signed = payouts.filter(
        ({ reason, state }) =>
          REASONS[reason].isOfEntry && state !== PAYOUT.ready && state !== PAYOUT.refunded,
      );
      const rest =
        signed.length === 0
          ? 'Nothing has been paid out.'
          : `${signed.length} of its payouts are signed and go out.`;
      console.log(
        `Froze ${order.no}. ${rest} To let it go on: npx swapdesk order resolve ${order.no} exchange`,
      );
    }),
};

const SHOWN = ['history', 'deposits', 'payouts', 'ledger'] as const;
type Found = OrderFileRecords<(typeof SHOWN)[number]>;

/** The order of that number or query code. */
export async function find(database: Database, name: string): Promise<Found> {
  const names = { no: name.toUpperCase(), queryCode: normalizeQueryCode(name) };
  const found = await readOrderFile(database, names, SHOWN);
  if (found === null) throw new UsageError(`There is no order ${name}.`);
  return found;
}

async function checked(
  database: Database,
  catalogue: Catalogue,
  order: Found['head'],
  text: string,
  network: Network,
): Promise<string> {
  const { chain } = catalogue.get(order.asset_id);
  const verdict = receiverCheck(catalogue, network)(chain, text);
  if (!verdict.valid) throw new UsageError(`${text} is no address on ${chain.name}: ${verdict.reason}.`);
  if (await isOurAddress(database, chain.space, verdict.address))
    throw new UsageError(`${text} is an address of our own: what is sent there comes back.`);
  return verdict.address;
}

function statusText(status: number): string {
  return `${status} ${STATUS_NAMES.get(status) ?? ''}`.trim();
}

/** What was decided about it, and what that waits for. */
function decisionText({ status, resolution, resolved_at }: Found['head']): string | null {
  if (resolution !== 'exchange' || status !== ORDER_STATUS.frozen || resolved_at === 0) return resolution;
  return `${resolution} at prices of after ${timeText(resolved_at)}, while none of its coins has jumped`;
}

/** An order on a page. */
function describe({ head: order, ...parts }: Found, catalogue: Catalogue): string {
  const amount = (assetId: number, units: string) => {
    const { chain, abbr, decimals } = catalogue.get(assetId);
    return `${fromUnits(BigInt(units), decimals)} ${abbr} (${chain.name})`;
  };
  const facts = [
    ['order', `${order.no}, query code ${formatQueryCode(order.query_code)}`],
    [
      'status',
      [statusText(order.status), order.freeze_reason, decisionText(order)]
        .filter((each) => each !== null)
        .join(', '),
    ],
    ['agreed', `${amount(order.asset_id, order.units)}, ${order.mode}`],
    ['received', amount(order.asset_id, order.received_units)],
    ['address', order.address],
    ['refund to', `${order.refund_address ?? 'not known'}; on mismatch: ${order.on_mismatch}`],
    ['placed', `${timeText(order.created_at)}, expires ${timeText(order.expires_at)}`],
  ] as const;
  const section = (title: string, head: string[], rows: string[][]) =>
    rows.length === 0 ? `${title}: none` : `${title}\n${table(head, rows)}`;
  return [
    facts.map(([name, value]) => `${name.padEnd(10)} ${value}`).join('\n'),
    section(
      'History',
      ['when', 'from', 'to', 'why'],
      parts.history.map((each) => [
        timeText(each.at),
        statusText(each.from_status),
        statusText(each.to_status),
        each.reason,
      ]),
    ),
    section(
      'Deposits',
      ['id', 'amount', 'state', 'use', 'block', 'seen', 'txid', 'from', 'memo, references'],
      parts.deposits.map((each) => [
        String(each.id),
        amount(each.asset_id, each.units),
        each.state,
        each.use ?? '-',
        String(each.height ?? '-'),
        timeText(each.seen_at),
        each.txid,
        each.sources.join(' '),
        [each.memo ?? '', ...(each.refs ?? [])].join(' ').trim() || '-',
      ]),
    ),
    section(
      'Payouts',
      ['id', 'for', 'amount', 'state', 'payment', 'to', 'txid'],
      parts.payouts.map((each) => [
        String(each.id),
        each.reason,
        amount(each.asset_id, each.units),
        each.state,
        each.payment_state ?? '-',
        each.address,
        each.txid ?? '-',
      ]),
    ),
    section(
      'Ledger: what we owe to it (negative) and what it has had',
      ['when', 'amount', 'why'],
      parts.ledger.map((each) => [timeText(each.at), amount(each.asset_id, each.units), each.why]),
    ),
  ].join('\n\n');
}
