import { EvmRpcError, type Rpc } from './evm-rpc.ts';

const lacking = new WeakMap<Rpc, Set<string>>();

/** Asks for something that not every node offers; undefined if this one does not. It is asked only once for that. */
export async function ifOffered<T>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[] = [],
): Promise<T | undefined> {
  const lacks = lacking.get(rpc) ?? new Set<string>();
  if (lacks.has(method)) return undefined;
  try {
    return await rpc.call<T>(method, params);
  } catch (error) {
    if (!(error instanceof EvmRpcError) || !error.isUnsupported) throw error;
    lacking.set(rpc, lacks.add(method));
    return undefined;
  }
}
