import { decodeUnits, encodeTransfer, encodeUnits } from './erc20.ts';
import { EvmRpcError, type Rpc } from './evm-rpc.ts';
import { padded, quantity } from './hex.ts';

/** What a transfer of tokens would do if it were sent now. */
export type Simulated =
  | { readonly outcome: 'arrives'; readonly units: bigint }
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The node cannot simulate it exactly, but the token does not refuse it. */
  | { readonly outcome: 'accepted' };

/**
 * A program that a node runs in the sender's place, for one call only: it reads the receiver's balance, calls the
 * token's `transfer`, and answers by how much the balance has grown. Arguments: token, receiver, units, a word each.
 */
const PROBE = `0x${[
  '6370a0823160e01b600052', // memory 0x00: the selector of balanceOf
  '602035600452', // and its argument, the receiver
  '6020604060246000600035' + '5afa15' + '606c57', // memory 0x40: the balance before; on failure, go to the end
  '63a9059cbb60e01b608052', // memory 0x80: the selector of transfer
  '602035608452', // the receiver
  '60403560a452', // the units
  '60206060604460806000600035' + '5af115' + '606c57', // transfer; what it returns is overwritten below
  '6020606060246000600035' + '5afa15' + '606c57', // memory 0x60: the balance after
  '60405160605103', // after − before
  '60005260206000f3', // return it
  '5b3d600060003e3d6000fd', // the end: fail with the reason that the token gave
].join('')}`;

/** Tries a transfer of tokens on the newest state, without sending anything. */
export async function simulateTransfer(
  rpc: Rpc,
  transfer: { readonly contract: string; readonly from: string; readonly to: string; readonly units: bigint },
): Promise<Simulated> {
  const { contract, from, to, units } = transfer;
  const data = `0x${padded(contract)}${padded(to)}${encodeUnits(units)}`;
  try {
    const grown = await rpc.call<string>('eth_call', [
      { to: from, data },
      'latest',
      { [from]: { code: PROBE } },
    ]);
    // A node that overlooks the program has called an account that answers nothing.
    if (grown !== '0x') return { outcome: 'arrives', units: decodeUnits(grown) };
  } catch (error) {
    // Either the token refuses, or the node takes no programs: a plain call tells which.
    if (!(error instanceof EvmRpcError)) throw error;
  }
  const call = { from, to: contract, data: encodeTransfer(to, units) };
  try {
    const returned = await rpc.call<string>('eth_call', [call, 'latest']);
    // Old tokens return nothing and fail instead of returning false.
    const isFalse = returned !== '0x' && quantity(returned) === 0n;
    return isFalse ? { outcome: 'refused', reason: 'it returns false' } : { outcome: 'accepted' };
  } catch (error) {
    if (error instanceof EvmRpcError) return { outcome: 'refused', reason: error.message };
    throw error;
  }
}
