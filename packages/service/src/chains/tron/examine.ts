import type { Examination, ExaminedChain } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { type ExpectedOfEndpoints, examineEndpoints, examineTokens, type Looked } from '../rpc/examine.ts';
import { toHex } from './account.ts';
import { data } from './answers.ts';
import { readParameters } from './chain-parameters.ts';
import type { EnergyAccount } from './loan.ts';
import { newestHead, readBlock } from './read-block.ts';
import { readResources } from './resources.ts';
import { isPermitted, readStake } from './stake.ts';
import { unitsIn } from './trc20.ts';
import type { TronNode } from './tron-node.ts';

/** How far behind its newest block a node's solidified one usually is at most. */
const MOST_UNSOLID = 30;
const TRX = 1_000_000n;
const NOBODY = `41${'00'.repeat(20)}`;

export async function examineTron(
  endpoints: Endpoints<TronNode>,
  expected: ExpectedOfEndpoints,
  patient: ExaminedChain,
  { treasury, energy }: { readonly treasury: string; readonly energy: EnergyAccount | null },
): Promise<Examination[]> {
  const check = (contract: string) =>
    endpoints.agree(`the token at ${contract}`, (node) => decimalsOf(node, contract));
  return [
    ...(await examineEndpoints(endpoints, expected, (node) => lookAt(node, patient.now))),
    ...(await examineTokens(patient, check, ({ decimals }) => ({
      facts: `${decimals} decimals`,
      advice: null,
    }))),
    await examineTreasury(endpoints, treasury),
    ...(energy === null ? [] : [await examineEnergy(endpoints, energy, treasury)]),
  ];
}

/** Throws with what is wrong. That it is on our chain has been looked at before. */
async function lookAt(node: TronNode, now: number): Promise<Looked> {
  const newest = await newestHead(node, 'wallet');
  const solid = await newestHead(node, 'solid');
  if (solid.height > newest.height)
    throw new Error(`${node.host}: "solidity" is another node than its "url"; name the two of one`);
  // It must keep receipts, and give what the network asks for.
  await readBlock(node, 'solid', solid.height);
  await readParameters(node);
  const ageS = now - Math.floor(solid.timeMs / 1_000);
  const facts = `block ${newest.height}, solidified up to ${solid.height}, ${ageS} s old`;
  const waiting = newest.height - solid.height;
  const isStill = waiting > MOST_UNSOLID;
  const advice = `${waiting} blocks are not solidified: deposits wait. Look whether the network stands still`;
  return { height: solid.height, ageS, facts, advice: isStill ? advice : null };
}

/** Null if there is no token. */
async function decimalsOf(node: TronNode, contract: string): Promise<{ readonly decimals: bigint } | null> {
  const answer = await node.wallet<{ result?: { result?: boolean }; constant_result?: string[] }>(
    'triggerconstantcontract',
    { owner_address: NOBODY, contract_address: toHex(contract), function_selector: 'decimals()' },
  );
  const told = data(answer.constant_result?.[0]);
  if (answer.result?.result !== true || told.length < 64) return null;
  return { decimals: unitsIn(told) };
}

/** What the treasury may use without paying for it. */
async function examineTreasury(endpoints: Endpoints<TronNode>, treasury: string): Promise<Examination> {
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

/** What can be lent to deposit addresses, and whether we may. */
async function examineEnergy(
  endpoints: Endpoints<TronNode>,
  energy: EnergyAccount,
  treasury: string,
): Promise<Examination> {
  const what = `energy of ${energy.account}`;
  const look = async (node: TronNode) => {
    const { free } = await readStake(node, energy.account);
    return { free, isOurs: await isPermitted(node, energy, treasury) };
  };
  return endpoints.first(look).then(
    ({ free, isOurs }) => {
      const facts = `${free / TRX} TRX can be lent to deposit addresses`;
      const advice = `it gives ${treasury} no permission ${energy.permission} for DelegateResource and UnDelegateResource: what sweeps lack is burnt (docs/tron.md)`;
      return { what, facts, advice: isOurs ? null : advice };
    },
    (error: Error) => ({ what, facts: error.message, advice: 'Nobody can tell now' }),
  );
}
