import type { World } from '../../engine/testing/world.ts';
import { examine } from '../../observe/doctor.ts';

/** What doctor says of each payout that waits: how much, for which order, since when and why. */
export async function doctorOnPayouts(world: World): Promise<string[]> {
  const { database, chains, now } = world;
  const { catalogue } = world.market();
  const findings = await examine({ database, catalogue, chains, aheadMs: 0, now });
  return findings.filter(({ what }) => /^payout \d+: waits$/.test(what)).map(({ facts }) => facts);
}
