import { MESSAGE, PROBLEM_CODE, type Problem } from '@swapdesk/contract';
import { type CheckAddress, OUR_OWN, receiverCheck } from '../../catalog/receiver.ts';
import type { AgreedEntry } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import type { Services } from '../services.ts';

/** Refuses addresses that place would refuse, before anything is paid. One that is not typed yet is none. */
export async function checkReceivers(
  services: Services,
  entries: readonly Pick<AgreedEntry, 'asset'>[],
  addresses: readonly string[],
): Promise<void> {
  const check = receiverCheck(services.market().catalogue, services.network);
  const reasons = await Promise.all(
    entries.map(({ asset }, n) => whyNot(services, asset, addresses[n] ?? '', check)),
  );
  const problems = reasons.flatMap((reason, n): Problem[] =>
    reason === null
      ? []
      : [{ code: PROBLEM_CODE[MESSAGE.invalidToAddress], field: `to_address.${n}.to_address`, reason }],
  );
  if (problems.length > 0) throw new Refusal(MESSAGE.invalidToAddress, undefined, problems);
}

async function whyNot(
  { database }: Services,
  { chain }: AgreedEntry['asset'],
  address: string,
  check: CheckAddress,
): Promise<string | null> {
  if (address === '') return null;
  const verdict = check(chain, address);
  if (!verdict.valid) return verdict.reason;
  return (await isOurAddress(database, chain.space, verdict.address)) ? OUR_OWN.reason : null;
}
