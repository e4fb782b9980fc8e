import { beforeAll, expect, it } from 'vitest';
import type { AlteringProxy } from '../../support/altering-proxy.ts';
import { runCommand } from '../../support/service.ts';
import type { Suite } from './real-nodes.ts';

export const doctor: Suite = {
  title: 'doctor',
  tests(the) {
    beforeAll(() => the().restartWith({ Ethereum: { quorum: 1 } }));

    it('looks at every node, token and key, and finds nothing to say against them', async () => {
      const world = the();
      await world.balanced();
      const { output } = await world.swapdesk('doctor');
      expect(output).toMatch(/ok +keys +open, and the treasuries are the seed's/);
      expect(output).toMatch(
        new RegExp(
          `ok +${world.core.kind.chain}: endpoint 127.0.0.1:\\d+ +chain "regtest", block (\\d+) of \\1, `,
        ),
      );
      expect(
        output.match(
          /ok +Ethereum: endpoint 127.0.0.1:\d+ +block \d+, -?\d+ s old, (traces|does not trace)/g,
        ),
      ).toHaveLength(3);
      expect(output).toMatch(/ok +Ethereum: token USDT +6 decimals, arrives as it is sent/);
    });

    it('tells each endpoint that is not to be believed, though the others are enough', async () => {
      const world = the();
      const { proxies } = world;
      const [, foreign, down] = proxies as [AlteringProxy, AlteringProxy, AlteringProxy];
      foreign.alter = async ({ method }, answer) => (method === 'eth_chainId' ? '0x1' : answer());
      await down.refuse();
      const { code, output } = await world.swapdesk('doctor');
      expect(code).toBe(1);
      const line = (proxy: AlteringProxy) =>
        output.split('\n').find((each) => each.includes(`endpoint ${new URL(proxy.url).host}`));
      expect(line(proxies[0]!)).toMatch(/^ok /);
      expect(line(foreign)).toMatch(/^WRONG .*is on chain 1, but Ethereum is 31337.*name another/);
      expect(line(down)).toMatch(/^WRONG .*ECONNREFUSED/);
      expect(output).toMatch(/ok +Ethereum: blocks/);
    });

    it('tells that the passphrase does not open the keys', async () => {
      const env = { ...the().env, SWAPDESK_PASSPHRASE: 'another' };
      const { code, output } = await runCommand(['doctor'], env);
      expect(code).toBe(1);
      expect(output).toMatch(/WRONG +keys +cannot be opened\. .*Check SWAPDESK_PASSPHRASE/);
    });

    it('tells that a node is down', async () => {
      const world = the();
      await world.core.halt();
      const { output } = await world.swapdesk('doctor');
      expect(output).toMatch(
        new RegExp(`WRONG +${world.core.kind.chain}: endpoint 127.0.0.1:\\d+ +.*is not running.*Start it`),
      );
      await world.core.launch();
      await world.balanced();
    });
  },
};
