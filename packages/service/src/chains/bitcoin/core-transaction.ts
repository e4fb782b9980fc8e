import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import type { Json } from '@swapdesk/contract';
import type { Transaction, Transfer, Watch } from '../chain.ts';
import type { Network } from '../family.ts';
import { type Fields, fieldsOf, integerOf, isFields, listOf, textOf, unitsOf } from '../rpc/fields.ts';
import type { CoinParams } from './params.ts';
import { addressOfLock, type Lock, lockOfScript, scriptOfLock } from './script.ts';

/** All coins of the family have eight places. */
export const DECIMALS = 8;

export interface ReadingOptions {
  readonly coin: CoinParams;
  readonly network: Network;
  readonly assetId: number;
}

/**
 * A transaction as Core states it. Addresses are encoded from the scripts, in our own form, since nodes differ in how
 * they show them. What is in Litecoin's extension blocks (MWEB) has no script and no amount, and is passed over; what
 * leaves them for a plain address is an output of the block's last transaction like any other.
 */
export function readTransaction(answer: Json, options: ReadingOptions, watch: Watch): Transaction {
  const fields = fieldsOf(answer);
  const inputs = listOf(fields.vin).map(fieldsOf);
  const outputs = listOf(fields.vout).map(fieldsOf);
  const transfers = outputs.flatMap((output) => readOutput(output, options, watch));
  const maturity = transfers.length === 0 ? null : maturityOf(inputs, outputs, options.coin);
  return {
    txid: textOf(fields.txid),
    spends: inputs.flatMap(spendOf),
    transfers,
    ...(maturity !== null && { maturity }),
    // Nobody asks where the money of strangers came from.
    sources: transfers.length === 0 ? [] : sourcesOf(inputs, options),
  };
}

function readOutput(output: Fields, { coin, network, assetId }: ReadingOptions, watch: Watch): Transfer[] {
  if (!isFields(output.scriptPubKey)) return [];
  const lock = lockOfScript(textOf(output.scriptPubKey.hex));
  const address = lock && addressOfLock(coin, network, lock);
  if (address === null || !watch(address)) return [];
  return [{ index: integerOf(output.n), address, assetId, units: unitsOf(output.value, DECIMALS) }];
}

/** A witness program of version 8: the balance of the extension blocks, the first output of what pays out of them. */
const MWEB_BALANCE = /^5820[0-9a-f]{64}$/;

/** Null for all but what the chain itself makes. */
function maturityOf(
  inputs: readonly Fields[],
  [first]: readonly Fields[],
  { maturity, pegOutMaturity }: CoinParams,
): number | null {
  if (inputs.some(({ coinbase }) => coinbase !== undefined)) return maturity;
  const isPegOut = isFields(first?.scriptPubKey) && MWEB_BALANCE.test(textOf(first.scriptPubKey.hex));
  return isPegOut ? pegOutMaturity : null;
}

/** What an input spends; nothing for new coins and for Litecoin's extension blocks. */
function spendOf({ txid, vout }: Fields): string[] {
  return typeof txid === 'string' ? [`${txid}:${integerOf(vout)}`] : [];
}

/** All of them or none: a clean coin among those that cannot be read would speak for the others. */
function sourcesOf(inputs: readonly Fields[], { coin, network }: ReadingOptions): string[] {
  const addresses = inputs.map((input) => {
    const lock = lockOfInput(input);
    return lock && addressOfLock(coin, network, lock);
  });
  return [...new Set(addresses.some((address) => address === null) ? [] : (addresses as string[]))];
}

/** How the coin that an input spends was locked: as newer nodes tell, or as the key that it shows gives away. */
function lockOfInput({ prevout, scriptSig, txinwitness }: Fields): Lock | null {
  if (isFields(prevout) && isFields(prevout.scriptPubKey)) {
    return lockOfScript(textOf(prevout.scriptPubKey.hex));
  }
  if (!isFields(scriptSig)) return null;
  const script = textOf(scriptSig.hex);
  const witness = Array.isArray(txinwitness) ? txinwitness.map(textOf) : [];
  if (witness.length === 0) return keyHashLock(script);
  const key = witness.length === 2 && isKey(witness[1]) ? witness[1] : null;
  if (key === null) return null;
  const lock: Lock = { kind: 'p2wpkh', program: hash160(key) };
  if (script === '') return lock;
  const redeem = scriptOfLock(lock);
  return script === push(redeem) ? { kind: 'p2sh', program: hash160(redeem) } : null;
}

/** A signature and a key, each pushed. */
function keyHashLock(script: string): Lock | null {
  const signatureEnd = 2 + 2 * Number.parseInt(script.slice(0, 2), 16);
  const key = script.slice(signatureEnd + 2);
  const isPair = isKey(key) && script.slice(signatureEnd) === push(key);
  return isPair ? { kind: 'p2pkh', program: hash160(key) } : null;
}

function isKey(text: string | undefined): text is string {
  return text !== undefined && /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/.test(text);
}

function push(data: string): string {
  return (data.length / 2).toString(16).padStart(2, '0') + data;
}

function hash160(data: string): string {
  return hex.encode(ripemd160(sha256(hex.decode(data))));
}
