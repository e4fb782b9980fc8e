import type { Examination, ExaminedChain } from '../chain.ts';
import type { NodeClient } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

export interface ExpectedOfEndpoints {
  /** How many blocks an endpoint may be behind another. */
  readonly mostBehind: number;
  /** How old its newest block may be; null: as it likes. */
  readonly maxTipAgeS: number | null;
}

/** What an endpoint shows of itself. */
export interface Looked {
  readonly height: number;
  readonly ageS: number;
  readonly facts: string;
  /** What is wrong with it that only its family knows. */
  readonly advice?: string | null;
}

/** Asks each endpoint by itself, also those whose word is not needed as long as the others answer. To look throws with what is wrong. */
export async function examineEndpoints<Client extends NodeClient>(
  endpoints: Endpoints<Client>,
  expected: ExpectedOfEndpoints,
  look: (client: Client) => Promise<Looked>,
): Promise<Examination[]> {
  const answers = await endpoints.all(look);
  const furthest = Math.max(...answers.map((answer) => ('value' in answer ? answer.value.height : 0)));
  return answers
    .map((answer): Examination => {
      const what = `endpoint ${answer.endpoint.rpc.host}`;
      if ('error' in answer) {
        const facts = answer.error instanceof Error ? answer.error.message : String(answer.error);
        return { what, facts, advice: 'It is not believed. Repair it, or name another in its place' };
      }
      const { height, ageS, facts, advice = null } = answer.value;
      return { what, facts, advice: adviceOn(furthest - height, ageS, expected) ?? advice };
    })
    .sort((a, b) => (a.what < b.what ? -1 : 1));
}

function adviceOn(
  behind: number,
  ageS: number,
  { mostBehind, maxTipAgeS }: ExpectedOfEndpoints,
): string | null {
  if (behind > mostBehind)
    return `It is ${behind} blocks behind another: look whether it still follows the chain`;
  if (maxTipAgeS !== null && ageS > maxTipAgeS)
    return "It is not believed: look whether it still follows the chain, and whether the database's clock is right";
  return null;
}

type Verdict = Pick<Examination, 'facts' | 'advice'>;

/** What takes a token out of trade. */
export const TRADE_NO_MORE = 'npx swapdesk asset set CHAIN COIN --send off --receive off';

/** Looks at each token: whether it is one, counts as the catalogue does, and whatever else its family knows. */
export async function examineTokens<Facts extends { readonly decimals: number | bigint }>(
  { assets }: Pick<ExaminedChain, 'assets'>,
  check: (contract: string) => Promise<Facts | null>,
  judge: (facts: Facts) => Verdict,
): Promise<Examination[]> {
  const findings: Examination[] = [];
  for (const { abbr, contract, decimals } of assets) {
    if (contract === null) continue;
    const told = await check(contract).then(
      (facts) => verdictOn(facts, decimals, contract) ?? judge(facts as Facts),
      (error: Error) => ({ facts: error.message, advice: 'Nobody can tell what it is now' }),
    );
    findings.push({ what: `token ${abbr}`, ...told });
  }
  return findings;
}

function verdictOn(
  facts: { readonly decimals: number | bigint } | null,
  decimals: number,
  contract: string,
): Verdict | null {
  if (facts === null)
    return {
      facts: `there is no token at ${contract}`,
      advice: `Correct its contract. Until then: ${TRADE_NO_MORE}`,
    };
  if (BigInt(facts.decimals) === BigInt(decimals)) return null;
  return {
    facts: `the contract has ${facts.decimals} decimals, the catalogue ${decimals}`,
    advice: `Every amount would be wrong. Trade it no more: ${TRADE_NO_MORE}`,
  };
}
