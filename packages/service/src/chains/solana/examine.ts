import type { Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import type { MintFacts } from './check-token.ts';
import { readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count } from './values.ts';

export interface SolanaExpectations {
  /** How many blocks an endpoint may be behind another. */
  readonly mostBehind: number;
  /** How old its newest block may be; null: as it likes. */
  readonly maxTipAgeS: number | null;
}

interface EndpointFacts {
  readonly version: string;
  readonly height: number;
  readonly slot: number;
  readonly minedAt: number | null;
}

/** Asks each endpoint by itself, also those whose word is not needed as long as the others answer. */
export async function examineEndpoints(
  endpoints: Endpoints<Rpc>,
  expected: SolanaExpectations,
  now: number,
): Promise<Examination[]> {
  const answers = await endpoints.all(lookAt);
  const newest = Math.max(...answers.map((answer) => ('value' in answer ? answer.value.height : 0)));
  return answers
    .map((answer): Examination => {
      const what = `endpoint ${answer.endpoint.rpc.host}`;
      if ('error' in answer) {
        const facts = answer.error instanceof Error ? answer.error.message : String(answer.error);
        return { what, facts, advice: 'It is not believed. Repair it, or name another in its place' };
      }
      const { version, height, slot, minedAt } = answer.value;
      const ageS = minedAt === null ? 0 : now - minedAt;
      return {
        what,
        facts: `block ${height} in slot ${slot} is final, ${ageS} s old; version ${version}`,
        advice: adviceOn(newest - height, ageS, expected),
      };
    })
    .sort((a, b) => (a.what < b.what ? -1 : 1));
}

function adviceOn(
  behind: number,
  ageS: number,
  { mostBehind, maxTipAgeS }: SolanaExpectations,
): string | null {
  if (behind > mostBehind)
    return `It is ${behind} blocks behind another: look whether it still follows the chain`;
  if (maxTipAgeS !== null && ageS > maxTipAgeS)
    return "It is not believed: look whether it still follows the chain, and whether the database's clock is right";
  return null;
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(rpc: Rpc): Promise<EndpointFacts> {
  const { 'solana-core': version = 'unknown' } = await rpc.call<{ 'solana-core'?: string }>('getVersion');
  const slot = count(await rpc.call('getSlot', [{ commitment: 'finalized' }]));
  const head = await readHead(rpc, slot, 'finalized');
  if (head === null) throw new Error(`${rpc.host} says that slot ${slot} is final, but has no block of it`);
  // Without them nobody knows what became of a transaction.
  await rpc.call('getSignatureStatuses', [[], { searchTransactionHistory: true }]);
  return { version, height: head.height, slot, minedAt: head.minedAt };
}

/** Looks at each token: whether it is one, counts as the catalogue does, and arrives as it was sent. */
export async function examineTokens(
  { assets }: Pick<ExaminedChain, 'assets'>,
  check: (mint: string) => Promise<MintFacts | null>,
): Promise<Examination[]> {
  const findings: Examination[] = [];
  for (const { abbr, contract, decimals } of assets) {
    if (contract === null) continue;
    const what = `token ${abbr}`;
    findings.push(
      await check(contract).then(
        (facts) => ({ what, ...verdict(facts, decimals, contract) }),
        (error: Error) => ({ what, facts: error.message, advice: 'Nobody can tell what it is now' }),
      ),
    );
  }
  return findings;
}

function verdict(
  facts: MintFacts | null,
  decimals: number,
  mint: string,
): Pick<Examination, 'facts' | 'advice'> {
  const off = 'npx swapdesk asset set CHAIN COIN --send off --receive off';
  if (facts === null) {
    return { facts: `there is no token at ${mint}`, advice: `Correct its contract. Until then: ${off}` };
  }
  if (facts.decimals !== decimals) {
    const said = `the mint has ${facts.decimals} decimals, the catalogue ${decimals}`;
    return { facts: said, advice: `Every amount would be wrong. Trade it no more: ${off}` };
  }
  if (facts.isRefused) {
    const why = facts.takesFee ? 'it takes a fee on transfers' : (facts.oddity as string);
    return { facts: why, advice: `It cannot be exchanged: ${off}` };
  }
  const odd = facts.oddity === null ? '' : `; ${facts.oddity}`;
  return { facts: `${decimals} decimals, arrives as it is sent${odd}`, advice: null };
}
