import type { RealWorld } from './real-world.ts';

const COIN = 10n ** 18n;

/** Fills the treasuries, each in one block, and waits until they are in the books. */
export async function fund(world: RealWorld): Promise<void> {
  const [coins, evm] = [await world.treasury('coins'), await world.treasury('evm')];
  for (const amount of ['100', '150']) await world.core.pay({ [coins]: amount });
  await world.payEther(evm, 100n * COIN);
  await world.payToken(evm, 500_000_000_000n);
  await world.mineUntil('the treasuries to be booked', async () => {
    const { rows } = await world.store.database.query(
      "SELECT count(*)::int AS assets FROM ledger_balance WHERE account = 'treasury' AND units <> 0",
    );
    return rows[0].assets === 3;
  });
}

/** Waits until the service offers all that it has been given. */
export async function whenOffered(world: RealWorld): Promise<void> {
  const pairs = [
    ['Ethereum:ETH', world.coin, 0.5],
    [world.coin, 'Ethereum:ETH', 1],
    [world.coin, 'Ethereum:USDT', 1],
  ] as const;
  for (const [from, to, quantity] of pairs) {
    const [[from_chain, from_abbr], [to_chain, to_abbr]] = [from.split(':'), to.split(':')];
    await world.until(`${to} to be offered`, async () => {
      const { msg } = await world.call('/openapi/order/calculate', {
        exchange_mode: 'float',
        from_chain,
        from_abbr,
        from_quantity: quantity,
        to_address: [{ to_chain, to_abbr }],
      });
      // A token that takes a fee is not offered at all.
      return ['success', 'to assets disabled'].includes(msg);
    });
  }
}
