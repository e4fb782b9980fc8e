import type { Chain } from '../../chains/chain.ts';
import { lockTreasury } from '../../ledger/treasury.ts';
import { decideCold } from '../../treasury/decide-cold.ts';
import { amountText, type Holding } from '../../treasury/holding.ts';
import { noteLow } from '../../treasury/note-low.ts';
import { planTreasury } from '../../treasury/plan-treasury.ts';
import { planLimits, readHoldings } from '../../treasury/read-holdings.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import type { Engine } from '../context.ts';
import { readStanding } from '../hold/hold.ts';
import type { Kind } from '../kinds/kind.ts';
import { type Lease, underLease } from '../lease.ts';
import { whyNotSigned } from '../payments/may-sign.ts';

/**
 * Keeps the treasury of a chain within what was said of it: notes what has begun to lack, and sends what is above a hot limit
 * to the cold address, one transfer at a time for each asset. Only where a signer's file names such an address.
 */
export async function keepTreasury(engine: Engine, chain: Chain, kind: Kind, lease: Lease): Promise<void> {
  // By a clock that is wrong, the pause after the last one would be over.
  if (engine.isTimeSettled?.() === false) return;
  // A store that has just been promoted or restored may have forgotten the last one.
  if ((await readStanding(engine.database)) !== 'goes on') return;
  const market = await engine.market();
  const limits = planLimits({ ...market, now: engine.clock() });
  const ofChain = ({ asset }: Holding) => asset.chain.id === chain.id;
  const holdings = (await readHoldings(engine.database, market)).filter(ofChain);
  if (holdings.length === 0) return;
  const low = await underLease(engine.database, lease, (client) => noteLow(client, holdings, limits));
  for (const holding of low) tellLow(engine, chain, holding);

  const steps = planTreasury(holdings, limits).filter((step) => step.kind === 'cold' && step.waits === null);
  for (const { holding } of steps) {
    const payable = await kind.payable(engine, [holding.asset.id]);
    await underLease(engine.database, lease, async (client) => {
      const { asset, native } = holding;
      await lockTreasury(client, [asset.id, native.id]);
      if ((await whyNotSigned(client, chain.id, engine.record)) !== null) return;
      const now = (await readHoldings(client, market, payable)).filter((each) => each.asset.id === asset.id);
      const [step] = planTreasury(now, limits);
      const address = now[0]?.cold.address ?? null;
      if (step?.kind !== 'cold' || step.waits !== null || address === null) return;
      if (await isOurAddress(client, asset.chain.space, address)) {
        engine.warn(
          { chain: chain.name, address },
          'the cold address is one of our own: nothing is sent there',
        );
        return;
      }
      await decideCold(client, step, address, engine.clock());
      engine.warn(
        { chain: chain.name, amount: amountText(holding, step.units), address, why: step.why },
        'what is above the hot limit goes to the cold address',
      );
    });
  }
}

function tellLow(engine: Engine, chain: Chain, holding: Holding): void {
  const facts = { chain: chain.name, target: amountText(holding, holding.target) };
  engine.warn(facts, `${holding.asset.abbr} is below its target. What to do: npx swapdesk treasury plan`);
}
