import { ORDER_STATUS, type PlacedOrder } from '@swapdesk/client';
import type { Asked, Face } from './face.ts';
import type { Fees } from './fees.ts';
import type { Fields } from './http/fields.ts';
import { LedgerError, wrongParameter } from './ledger-error.ts';
import { nativeUnits } from './native.ts';
import { encodeTransaction } from './payload/new-transaction.ts';
import { newSwapId } from './swap-id.ts';
import { timeOf } from './time.ts';
import { readWish, sourceOf, targetOf, type Wish } from './wish.ts';

/** How a swap is placed. */
interface SwapTerms {
  readonly exchange_mode: 'fixed' | 'float';
  readonly from_quantity: string;
  readonly calc_id?: string;
  readonly fees: Fees;
}

/** The two addresses, both the customer's own. */
interface Addresses {
  readonly refundAddress: string;
  readonly payoutAddress: string;
}

/** Places an order, and signs for the device what is to be sent where and what comes of it. */
export async function swap(
  asked: Asked,
  face: Face,
  termsOf: (wish: Wish) => Promise<SwapTerms>,
): Promise<object> {
  const { fields } = asked;
  const addresses = readAddresses(fields);
  const device = readDevice(fields);
  const wish = await readWish(asked, face, ['currencyFrom', 'currencyTo']);
  const { fees, ...terms } = await termsOf(wish);
  const order = await place(face, wish, terms, addresses);
  const message = encodeTransaction({
    ...device,
    ...addresses,
    payinAddress: order.address,
    payinExtraId: order.memo,
    amountToProvider: nativeUnits(order.from_quantity, wish.from.decimal),
    amountToWallet: nativeUnits(order.to[0]?.to_quantity ?? '', wish.to.decimal),
  });
  return {
    swapId: newSwapId(order.query_code),
    payinAddress: order.address,
    createdAt: timeOf(face.now()),
    ...fees,
    providerSig: face.signer.sign(message),
  };
}

/**
 * One order of each quote: asked for again, it is the same, with the same address and amounts, for another nonce. What comes otherwise
 * than agreed is given back by itself. An order that somebody has paid already is signed for by no one.
 */
async function place(
  { client, terms: { refCode } }: Face,
  wish: Wish,
  terms: Omit<SwapTerms, 'fees'>,
  { refundAddress, payoutAddress }: Addresses,
): Promise<PlacedOrder> {
  const order = await client.place({
    ...terms,
    ...sourceOf(wish),
    to_address: [{ ...targetOf(wish), to_address: payoutAddress }],
    refund_address: refundAddress,
    on_mismatch: 'refund',
    ref_code: refCode,
  });
  const { status } = await client.query(order.query_code);
  if (status === ORDER_STATUS.waiting) return order;
  throw new LedgerError(404, 'SWAP_QUOTE_NOT_FOUND_ERROR', 'the swap of this quote is under way or over');
}

function readAddresses(fields: Fields): Addresses {
  for (const name of ['refundAddressExtraId', 'payoutAddressExtraId'])
    if (fields.optional(name) !== undefined) throw wrongParameter(`${name}: no chain here carries a memo`);
  return { refundAddress: fields.text('refundAddress'), payoutAddress: fields.text('payoutAddress') };
}

/** What comes from the device and goes back to it. */
function readDevice(fields: Fields) {
  const [, nonce] = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(fields.text('nonce')) ?? [];
  if (nonce === undefined) throw wrongParameter('nonce has to be hex');
  return {
    nonce: Buffer.from(nonce, 'hex'),
    currencyFrom: fields.text('payloadCurrencyFrom'),
    currencyTo: fields.text('payloadCurrencyTo'),
  };
}
