import { expect, it } from 'vitest';
import { Shopper } from './support/shopper.ts';
import { describePages } from './support/web-world.ts';

describePages('a first swap', (world) => {
  it('goes from the landing page to a placed order without a wallet', async () => {
    const shopper = await world().visitor(Shopper);
    await shopper.opens('/');
    await shopper.sees('Test networks: this money is not real.');
    await shopper.seesAPrice();
    await shopper.isPictured('swap');
    await shopper.presses('Use a sample address');
    await shopper.sees('A valid address on Ethereum');
    const code = await shopper.placesTheOrder();
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    await shopper.sees(`Order ${code}`);
  });
});
