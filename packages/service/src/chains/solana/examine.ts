import type { Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import {
  type ExpectedOfEndpoints,
  examineEndpoints,
  examineTokens,
  type Looked,
  TRADE_NO_MORE,
} from '../rpc/examine.ts';
import type { MintFacts } from './check-token.ts';
import { readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count } from './values.ts';

export async function examineSolana(
  endpoints: Endpoints<Rpc>,
  expected: ExpectedOfEndpoints,
  patient: ExaminedChain,
  check: (mint: string) => Promise<MintFacts | null>,
): Promise<Examination[]> {
  return [
    ...(await examineEndpoints(endpoints, expected, (rpc) => lookAt(rpc, patient.now))),
    ...(await examineTokens(patient, check, verdict)),
  ];
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(rpc: Rpc, now: number): Promise<Looked> {
  const { 'solana-core': version = 'unknown' } = await rpc.call<{ 'solana-core'?: string }>('getVersion');
  const slot = count(await rpc.call('getSlot', [{ commitment: 'finalized' }]));
  const head = await readHead(rpc, slot, 'finalized');
  if (head === null) throw new Error(`${rpc.host} says that slot ${slot} is final, but has no block of it`);
  // Without them nobody knows what became of a transaction.
  await rpc.call('getSignatureStatuses', [[], { searchTransactionHistory: true }]);
  const { height, minedAt } = head;
  const ageS = minedAt === null ? 0 : now - minedAt;
  const facts = `block ${height} in slot ${slot} is final, ${ageS} s old; version ${version}`;
  return { height, ageS, facts };
}

function verdict(facts: MintFacts): Pick<Examination, 'facts' | 'advice'> {
  if (facts.isRefused) {
    const why = facts.takesFee ? 'it takes a fee on transfers' : (facts.oddity as string);
    return { facts: why, advice: `It cannot be exchanged: ${TRADE_NO_MORE}` };
  }
  const odd = facts.oddity === null ? '' : `; ${facts.oddity}`;
  return { facts: `${facts.decimals} decimals, arrives as it is sent${odd}`, advice: null };
}
