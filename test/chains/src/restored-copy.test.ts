import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { volume } from '../../support/volume.ts';
import { describeRealNodes } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';

/** A backup is put back as the guide says, while real nodes have moved on: what was paid is not paid again, and it goes on. */

const LATER = volume(40, 150);

const foldersOf = ({ store }: RealWorld) => ({
  backup: `${store.folder}-backup`,
  aside: `${store.folder}-aside`,
});

const tests = (the: () => RealWorld) => {
  afterAll(async () => {
    for (const folder of Object.values(foldersOf(the()))) await rm(folder, { recursive: true, force: true });
  });

  it(`pays nobody twice, ${LATER} blocks after it paid them, and goes on by itself`, async () => {
    const world = the();
    const { backup, aside } = foldersOf(world);
    const isHeld = async () =>
      (await world.store.database.query('SELECT 1 FROM hold WHERE id IS NOT NULL')).rowCount === 1;
    const receiver = world.stranger();
    const coinReceiver = (await world.core.user.call('getnewaddress')) as string;
    const toEther = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    const toCoins = await world.place('Ethereum:ETH', 1, [{ to: world.coin, address: coinReceiver }]);
    expect(await world.swapdesk('backup', backup)).toMatchObject({ code: 0 });

    await world.core.pay({ [toEther.address]: '2' });
    await world.payEther(toCoins.address, 10n ** 18n);
    await world.reaches(toEther, 4);
    await world.reaches(toCoins, 4);
    const [ether, coins] = [await world.balanceOf(receiver), await world.receivedCoins(coinReceiver)];
    expect(ether).toBeGreaterThan(0n);
    expect(coins).toBeGreaterThan(0n);
    await world.mine(LATER);
    await world.service.stop();
    expect(await world.swapdesk('restore', backup, '--aside', aside)).toMatchObject({ code: 0 });
    await world.restart();

    expect(world.service.output()).toContain('THE DESK IS HELD');
    const metrics = await (await fetch(`${world.service.url}/metrics`)).text();
    expect(metrics).toMatch(/^swapdesk_held 1$/m);
    const asked = { exchange_mode: 'float', from_chain: 'Ethereum', from_abbr: 'ETH', from_quantity: 1 };
    const [to_chain, to_abbr] = world.coin.split(':');
    const answer = await world.call('/openapi/order/calculate', {
      ...asked,
      to_address: [{ to_chain, to_abbr }],
    });
    expect(answer.msg).toBe('server is busy, please try again later');
    await world.mineUntil('the hold to end', async () => !(await isHeld()));
    await world.reaches(toEther, 4);
    await world.reaches(toCoins, 4);
    await world.balanced();
    expect(await world.balanceOf(receiver)).toBe(ether);
    expect(await world.receivedCoins(coinReceiver)).toBe(coins);
  });
};

describeRealNodes('a backup that is restored', tests, { isEmbedded: true });
