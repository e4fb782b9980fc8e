import type { AddressSpace } from '../../chains/family.ts';
import type { GivenFact } from './given-fact.ts';

/** Two facts of an order give its query code to whoever has lost it, and to nobody who has only watched the chains. */

/** An address that the client gave us. */
export interface GivenAddress {
  readonly address: string;
  readonly space: AddressSpace;
}

/** What an order can be found by. */
export interface FindableOrder {
  readonly no: string;
  readonly queryCode: string;
  readonly depositAddress: string;
  readonly deposits: readonly {
    readonly space: AddressSpace;
    readonly txid: string;
    /** Who sent it; none: the chain does not tell us, but may tell others. */
    readonly sources: readonly string[];
  }[];
  /** What was signed for it, whether or not it was sent. */
  readonly payments: readonly { readonly txid: string; readonly address: string }[];
  readonly receivers: readonly GivenAddress[];
  readonly refund: GivenAddress | null;
}

/** What a fact is to an order. */
interface Role {
  readonly name:
    | 'number'
    | 'manage code'
    | 'deposit address'
    | 'deposit'
    | 'payment'
    | 'receiving address'
    | 'refund address';
  /** Only the client knows it, and whom they told. */
  readonly isTheirs: boolean;
  /** Of all orders few have it. */
  readonly singlesOut: boolean;
}

/**
 * Whether the two facts are of this order, are not the same one, and one of them is on no chain. Where it is an address,
 * the other must single the order out: an address alone may be known to whoever knows the client.
 */
export function opensOrder(
  order: FindableOrder,
  facts: readonly [GivenFact, GivenFact],
  isManageCode: (order: FindableOrder, text: string) => boolean,
): boolean {
  const [ones, others] = facts.map((fact) => rolesOf(order, fact, isManageCode)) as [Role[], Role[]];
  return ones.some((one) =>
    others.some(
      (other) =>
        one.name !== other.name && (one.isTheirs || other.isTheirs) && (one.singlesOut || other.singlesOut),
    ),
  );
}

function rolesOf(
  order: FindableOrder,
  { text, orderNo, addresses, transactions }: GivenFact,
  isManageCode: (order: FindableOrder, text: string) => boolean,
): Role[] {
  const { receivers, refund, deposits, payments } = order;
  const roles: Role[] = [];
  const add = (name: Role['name'], isTheirs: boolean, singlesOut: boolean) =>
    roles.push({ name, isTheirs, singlesOut });
  const given = (those: readonly GivenAddress[]) =>
    those.filter(({ address }) => addresses.includes(address));
  if (order.no === orderNo) add('number', true, true);
  if (isManageCode(order, text)) add('manage code', true, false);
  if (addresses.includes(order.depositAddress)) add('deposit address', false, true);
  if (deposits.some(({ txid }) => transactions.includes(txid))) add('deposit', false, true);
  if (payments.some(({ txid }) => transactions.includes(txid))) add('payment', false, true);
  for (const one of given(receivers)) add('receiving address', !isOnChain(order, one), false);
  for (const one of given(refund === null ? [] : [refund]))
    add('refund address', !isOnChain(order, one), false);
  return roles;
}

/** Whether somebody who watches the chains sees the address with this order: it paid, it may have been paid, or nobody knows. */
function isOnChain({ deposits, payments }: FindableOrder, { address, space }: GivenAddress): boolean {
  return (
    payments.some((payment) => payment.address === address) ||
    deposits.some(
      ({ sources, space: paidIn }) => sources.includes(address) || (sources.length === 0 && paidIn === space),
    )
  );
}
