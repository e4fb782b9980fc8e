import type { Rpc } from '../../packages/service/src/chains/evm/evm-rpc.ts';
import type { CallFrame } from '../../packages/service/src/chains/evm/internal-transfers.ts';

interface Step {
  readonly op: string;
  readonly depth: number;
  readonly stack: readonly string[];
}

type Frame = CallFrame & { readonly calls: Frame[]; error?: string };

const CALLS = /^(CALL|CALLCODE|DELEGATECALL|STATICCALL)$/;

/** The calls inside a transaction in the form of `callTracer`, from the single steps that Hardhat gives instead. */
export async function callFrames(rpc: Rpc, txid: string): Promise<CallFrame> {
  const [{ to, value }, { failed, structLogs }] = await Promise.all([
    rpc.call<{ to: string; value: string }>('eth_getTransactionByHash', [txid]),
    rpc.call<{ failed: boolean; structLogs: Step[] }>('debug_traceTransaction', [txid]),
  ]);
  const root: Frame = { type: 'CALL', to, value, calls: [], ...(failed && { error: 'execution reverted' }) };
  const open = [root];
  structLogs.forEach(({ op, depth, stack }, n) => {
    // The first step of a call is one deeper than the step that made it.
    open.length = depth;
    if (!CALLS.test(op)) return;
    const frame = frameOf(op, stack);
    const back = structLogs.slice(n + 1).find((step) => step.depth === depth);
    // After a call, whether it succeeded lies on top of the stack.
    if (back && BigInt(word(back.stack, 1)) === 0n) frame.error = 'execution reverted';
    open.at(-1)!.calls.push(frame);
    open.push(frame);
  });
  return root;
}

function frameOf(op: string, stack: readonly string[]): Frame {
  const to = `0x${word(stack, 2).slice(2).padStart(64, '0').slice(24)}`;
  return { type: op, to, calls: [], ...(op === 'CALL' && { value: word(stack, 3) }) };
}

/** The word at a depth of the stack; some versions write it without the prefix. */
function word(stack: readonly string[], fromTop: number): string {
  const text = stack.at(-fromTop) ?? '0';
  return text.startsWith('0x') ? text : `0x${text}`;
}
