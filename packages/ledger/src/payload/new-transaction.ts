import { wrongParameter } from '../ledger-error.ts';
import { encodeMessage } from './protobuf.ts';

/** What the device shows and signs for. */
export interface NewTransaction {
  readonly payinAddress: string;
  readonly payinExtraId: string;
  readonly refundAddress: string;
  readonly payoutAddress: string;
  /** What Ledger calls the currencies. */
  readonly currencyFrom: string;
  readonly currencyTo: string;
  /** In the smallest units. */
  readonly amountToProvider: bigint;
  readonly amountToWallet: bigint;
  /** The device's nonce. */
  readonly nonce: Uint8Array;
}

/** The room that a device has for each text, with the zero that ends it; where two published numbers differ, the smaller. */
const ROOM = {
  payinAddress: 63,
  payinExtraId: 20,
  refundAddress: 63,
  payoutAddress: 63,
  currencyFrom: 10,
  currencyTo: 10,
} as const;
const AMOUNT_BYTES = 16;
const NONCE_BYTES = 32;

/** The bytes of the message NewTransactionResponse. Throws where a device would have no room for it. */
export function encodeTransaction(transaction: NewTransaction): Uint8Array {
  for (const [name, room] of Object.entries(ROOM) as [keyof typeof ROOM, number][])
    if (Buffer.byteLength(transaction[name]) >= room)
      throw wrongParameter(`${name} is too long for a device`);
  if (transaction.nonce.length !== NONCE_BYTES)
    throw wrongParameter(`the nonce has to have ${NONCE_BYTES} bytes`);
  return encodeMessage(
    new Map<number, string | Uint8Array>([
      [1, transaction.payinAddress],
      [2, transaction.payinExtraId],
      [3, transaction.refundAddress],
      [5, transaction.payoutAddress],
      [7, transaction.currencyFrom],
      [8, transaction.currencyTo],
      [9, amountBytes(transaction.amountToProvider)],
      [10, amountBytes(transaction.amountToWallet)],
      [12, transaction.nonce],
    ]),
  );
}

/** Sixteen bytes, the highest first. */
function amountBytes(units: bigint): Uint8Array {
  const hex = units.toString(16).padStart(2 * AMOUNT_BYTES, '0');
  if (units < 0n || hex.length > 2 * AMOUNT_BYTES)
    throw wrongParameter('an amount is too large for a device');
  return Buffer.from(hex, 'hex');
}
