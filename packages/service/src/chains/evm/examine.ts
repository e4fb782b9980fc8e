import type { Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import {
  type ExpectedOfEndpoints,
  examineEndpoints,
  examineTokens,
  type Looked,
  TRADE_NO_MORE,
} from '../rpc/examine.ts';
import type { TokenFacts } from './check-token.ts';
import type { Rpc } from './evm-rpc.ts';
import { count } from './hex.ts';
import { readInternalTransfers } from './internal-transfers.ts';
import { readBlock } from './read-block.ts';

export interface ExpectedOfEvm extends ExpectedOfEndpoints {
  readonly finality: 'finalized' | 'safe' | 'confirmations';
  /** False if nobody wants native coins to be found by tracing. */
  readonly isTraced: boolean;
  readonly newestHeight: (rpc: Rpc) => Promise<number>;
}

const nobody = () => false;

export async function examineEvm(
  endpoints: Endpoints<Rpc>,
  expected: ExpectedOfEvm,
  patient: ExaminedChain,
  check: (contract: string) => Promise<TokenFacts | null>,
): Promise<Examination[]> {
  return [
    ...(await examineEndpoints(endpoints, expected, (rpc) => lookAt(rpc, expected, patient.now))),
    ...(await examineTokens(patient, check, verdict)),
  ];
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(
  rpc: Rpc,
  { finality, isTraced, newestHeight }: ExpectedOfEvm,
  now: number,
): Promise<Looked> {
  const height = await newestHeight(rpc);
  const block = await readBlock(rpc, height, { contracts: [], fromReceipts: false });
  if (block === null) throw new Error(`${rpc.host} says that block ${height} is its newest, but has none`);
  if (finality !== 'confirmations') {
    const final = await rpc.call<{ number: string } | null>('eth_getBlockByNumber', [finality, false]);
    if (final === null || count(final.number) > height) {
      throw new Error(`${rpc.host} has no ${finality} block: set "finality" to what it has`);
    }
  }
  const canTrace = isTraced && (await readInternalTransfers(rpc, block, nobody)) !== null;
  const ageS = now - block.minedAt;
  const tracing = isTraced ? `, ${canTrace ? 'traces' : 'does not trace'}` : '';
  return { height, ageS, facts: `block ${height}, ${ageS} s old${tracing}` };
}

function verdict({ decimals, takesFee }: TokenFacts): Pick<Examination, 'facts' | 'advice'> {
  if (takesFee === true)
    return { facts: 'takes a fee on transfers', advice: `It cannot be exchanged: ${TRADE_NO_MORE}` };
  const arrives = takesFee === null ? 'nobody has moved it lately' : 'arrives as it is sent';
  return { facts: `${decimals} decimals, ${arrives}`, advice: null };
}
