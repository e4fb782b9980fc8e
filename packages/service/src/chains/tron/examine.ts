import type { Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { toHex } from './account.ts';
import { data } from './answers.ts';
import { readParameters } from './chain-parameters.ts';
import { newestHead, readBlock } from './read-block.ts';
import { readResources } from './resources.ts';
import { unitsIn } from './trc20.ts';
import type { TronNode } from './tron-node.ts';

/** How far behind its newest block a node's solidified one usually is at most. */
const MOST_UNSOLID = 30;
const NOBODY = `41${'00'.repeat(20)}`;

export interface TronExpectations {
  /** How far an endpoint may be behind another. */
  readonly mostBehind: number;
  /** How old its solidified block may be; null: as it likes. */
  readonly maxTipAgeS: number | null;
}

interface EndpointFacts {
  readonly newest: number;
  readonly solid: number;
  readonly solidMs: number;
}

/** Asks each endpoint by itself, also those whose word is not needed as long as the others answer. */
export async function examineEndpoints(
  endpoints: Endpoints<TronNode>,
  expected: TronExpectations,
  now: number,
): Promise<Examination[]> {
  const answers = await endpoints.all(lookAt);
  const furthest = Math.max(...answers.map((answer) => ('value' in answer ? answer.value.solid : 0)));
  return answers
    .map((answer): Examination => {
      const what = `endpoint ${answer.endpoint.rpc.host}`;
      if ('error' in answer) {
        const facts = answer.error instanceof Error ? answer.error.message : String(answer.error);
        return { what, facts, advice: 'It is not believed. Repair it, or name another in its place' };
      }
      const { newest, solid, solidMs } = answer.value;
      const ageS = now - Math.floor(solidMs / 1_000);
      return {
        what,
        facts: `block ${newest}, solidified up to ${solid}, ${ageS} s old`,
        advice: adviceOn(answer.value, furthest - solid, ageS, expected),
      };
    })
    .sort((a, b) => (a.what < b.what ? -1 : 1));
}

function adviceOn(
  { newest, solid }: EndpointFacts,
  behind: number,
  ageS: number,
  { mostBehind, maxTipAgeS }: TronExpectations,
): string | null {
  if (behind > mostBehind)
    return `It is ${behind} blocks behind another: look whether it still follows the chain`;
  if (maxTipAgeS !== null && ageS > maxTipAgeS)
    return "It is not believed: look whether it still follows the chain, and whether the database's clock is right";
  if (newest - solid > MOST_UNSOLID)
    return `${newest - solid} blocks are not solidified: deposits wait. Look whether the network stands still`;
  return null;
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(node: TronNode): Promise<EndpointFacts> {
  const newest = await newestHead(node, 'wallet');
  const solid = await newestHead(node, 'solid');
  if (solid.height > newest.height)
    throw new Error(`${node.host}: "solidity" is another node than its "url"; name the two of one`);
  // It must keep receipts, and give what the network asks for.
  await readBlock(node, 'solid', solid.height);
  await readParameters(node);
  return { newest: newest.height, solid: solid.height, solidMs: solid.timeMs };
}

/** Looks at each token: whether it is one, and counts as the catalogue does. */
export async function examineTokens(
  endpoints: Endpoints<TronNode>,
  { assets }: Pick<ExaminedChain, 'assets'>,
): Promise<Examination[]> {
  const findings: Examination[] = [];
  for (const { abbr, contract, decimals } of assets) {
    if (contract === null) continue;
    const what = `token ${abbr}`;
    const told = await endpoints
      .agree(`the token at ${contract}`, (node) => decimalsOf(node, contract))
      .then(
        (found) => verdict(found, decimals, contract),
        (error: Error) => ({ facts: error.message, advice: 'Nobody can tell what it is now' }),
      );
    findings.push({ what, ...told });
  }
  return findings;
}

function verdict(
  found: bigint | null,
  decimals: number,
  contract: string,
): Pick<Examination, 'facts' | 'advice'> {
  const off = 'npx swapdesk asset set CHAIN COIN --send off --receive off';
  if (found === null)
    return { facts: `there is no token at ${contract}`, advice: `Correct its contract. Until then: ${off}` };
  if (found !== BigInt(decimals)) {
    const facts = `the contract has ${found} decimals, the catalogue ${decimals}`;
    return { facts, advice: `Every amount would be wrong. Trade it no more: ${off}` };
  }
  return { facts: `${decimals} decimals`, advice: null };
}

/** Null if there is no token. */
async function decimalsOf(node: TronNode, contract: string): Promise<bigint | null> {
  const answer = await node.wallet<{ result?: { result?: boolean }; constant_result?: string[] }>(
    'triggerconstantcontract',
    { owner_address: NOBODY, contract_address: toHex(contract), function_selector: 'decimals()' },
  );
  const told = data(answer.constant_result?.[0]);
  return answer.result?.result !== true || told.length < 64 ? null : unitsIn(told);
}

/** What the treasury may use without paying for it. */
export async function examineTreasury(
  endpoints: Endpoints<TronNode>,
  treasury: string,
): Promise<Examination> {
  const what = "treasury's resources";
  return endpoints
    .first((node) => readResources(node, treasury))
    .then(
      ({ energy, bandwidth, freeBandwidth }) => ({
        what,
        facts: `${energy} energy, ${bandwidth} bandwidth staked, ${freeBandwidth} of the day's`,
        advice: null,
      }),
      (error: Error) => ({ what, facts: error.message, advice: 'Nobody can tell now' }),
    );
}
