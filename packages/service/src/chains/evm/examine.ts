import type { ChainAsset, Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import type { TokenFacts } from './check-token.ts';
import type { Rpc } from './evm-rpc.ts';
import { count } from './hex.ts';
import { readInternalTransfers } from './internal-transfers.ts';
import { readBlock } from './read-block.ts';

export interface Expectations {
  readonly finality: 'finalized' | 'safe' | 'confirmations';
  /** False if nobody wants native coins to be found by tracing. */
  readonly isTraced: boolean;
  /** How far an endpoint may be behind another. */
  readonly mostBehind: number;
  readonly newestHeight: (rpc: Rpc) => Promise<number>;
  /** How old its newest block may be; null: as it likes. */
  readonly maxTipAgeS: number | null;
}

interface EndpointFacts {
  readonly height: number;
  readonly minedAt: number;
  readonly canTrace: boolean;
}

const nobody = () => false;

/** Asks each endpoint by itself, also those whose word is not needed as long as the others answer. */
export async function examineEndpoints(
  endpoints: Endpoints<Rpc>,
  expected: Expectations,
  now: number,
): Promise<Examination[]> {
  const answers = await endpoints.all((rpc) => lookAt(rpc, expected));
  const newest = Math.max(...answers.map((answer) => ('value' in answer ? answer.value.height : 0)));
  return answers
    .map((answer): Examination => {
      const what = `endpoint ${answer.endpoint.rpc.host}`;
      if ('error' in answer) {
        const facts = answer.error instanceof Error ? answer.error.message : String(answer.error);
        return { what, facts, advice: 'It is not believed. Repair it, or name another in its place' };
      }
      const { height, minedAt, canTrace } = answer.value;
      const tracing = expected.isTraced ? `, ${canTrace ? 'traces' : 'does not trace'}` : '';
      return {
        what,
        facts: `block ${height}, ${now - minedAt} s old${tracing}`,
        advice: adviceOn(newest - height, now - minedAt, expected),
      };
    })
    .sort((a, b) => (a.what < b.what ? -1 : 1));
}

function adviceOn(behind: number, ageS: number, { mostBehind, maxTipAgeS }: Expectations): string | null {
  if (behind > mostBehind)
    return `It is ${behind} blocks behind another: look whether it still follows the chain`;
  if (maxTipAgeS !== null && ageS > maxTipAgeS)
    return "It is not believed: look whether it still follows the chain, and whether the database's clock is right";
  return null;
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(rpc: Rpc, { finality, isTraced, newestHeight }: Expectations): Promise<EndpointFacts> {
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
  return { height, minedAt: block.minedAt, canTrace };
}

/** Looks at each token: whether it is one, counts as the catalogue does, and arrives as it was sent. */
export async function examineTokens(
  { assets }: Pick<ExaminedChain, 'assets'>,
  check: (contract: string) => Promise<TokenFacts | null>,
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
  facts: TokenFacts | null,
  decimals: number,
  contract: NonNullable<ChainAsset['contract']>,
): Pick<Examination, 'facts' | 'advice'> {
  const off = 'npx swapdesk asset set CHAIN COIN --send off --receive off';
  if (facts === null) {
    return { facts: `there is no token at ${contract}`, advice: `Correct its contract. Until then: ${off}` };
  }
  if (facts.decimals !== decimals) {
    const said = `the contract has ${facts.decimals} decimals, the catalogue ${decimals}`;
    return { facts: said, advice: `Every amount would be wrong. Trade it no more: ${off}` };
  }
  if (facts.takesFee === true) {
    return { facts: 'takes a fee on transfers', advice: `It cannot be exchanged: ${off}` };
  }
  const arrives = facts.takesFee === null ? 'nobody has moved it lately' : 'arrives as it is sent';
  return { facts: `${decimals} decimals, ${arrives}`, advice: null };
}
