import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpRpc } from '../../../packages/service/src/chains/evm/evm-rpc.ts';
import { findAnvil, HARDHAT } from '../../support/evm-kinds.ts';
import { findProgram } from '../../support/find-program.ts';
import { freePort } from '../../support/free-port.ts';
import { type FreshClone, freshClone } from '../../support/fresh-clone.ts';
import { type Step, stepsOf } from '../../support/guide.ts';
import { whyNoLitecoind } from '../../support/install-litecoind.ts';
import { type Left, Terminals } from '../../support/terminal.ts';
import { installNodes } from '../../support/test-nodes.ts';
import { writeDown } from '../../support/write-down.ts';
import { units } from './units.ts';

/** The operators' guide, walked from a fresh clone to a swap between real nodes: every command that it shows, as it is shown. */

const GUIDE = fileURLToPath(new URL('../../../docs/operators.md', import.meta.url));
const RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** All that an operator does is in the guide: what is taken out of it would not be walked. */
const TYPED = [
  ...['npm run build', 'config init', 'config check', 'wallet create', 'swapdesk start', 'wallet show'],
  ...['price list', 'key create', 'swapdesk doctor', 'order/place', 'order show'],
];
/** Where the guide has its nodes and the desk; those of this machine may be taken. */
const PORTS = { litecoin: 19_443, ethereum: 8_545, desk: 8_080 };
const PATIENCE_MS = 120_000;
/** Half a minute where nothing else is done; most of it is programs that start. */
const MOST_MS = 360_000;

await whyNoLitecoind();
const HAS_LITECOIN =
  (await findProgram('litecoind')) !== null && (await findProgram('litecoin-cli')) !== null;

/** Somebody with the guide in front of them. */
class Walker {
  readonly ethereum: HttpRpc;
  private readonly terminals: Terminals;
  private readonly ports: typeof PORTS;
  private readonly hasAnvil: boolean;
  private readonly left: Left[] = [];

  private constructor(terminals: Terminals, ports: typeof PORTS, hasAnvil: boolean) {
    this.terminals = terminals;
    this.ports = ports;
    this.hasAnvil = hasAnvil;
    this.ethereum = new HttpRpc({ url: `http://127.0.0.1:${ports.ethereum}`, timeoutMs: 30_000 });
  }

  static async begin(clone: FreshClone): Promise<Walker> {
    const ports = { litecoin: await freePort(), ethereum: await freePort(), desk: await freePort() };
    await installNodes();
    const anvil = await findAnvil();
    // The machine's own settings: whoever's node is on another port has said so there.
    const litecoin = join(
      clone.home,
      process.platform === 'darwin' ? 'Library/Application Support/Litecoin' : '.litecoin',
    );
    await mkdir(litecoin, { recursive: true });
    await writeFile(join(litecoin, 'litecoin.conf'), `[regtest]\nrpcport=${ports.litecoin}\n`);
    const ours = Object.entries(process.env).filter(([name]) => !/^(SWAPDESK_|VITEST|NODE_)/.test(name));
    const env = {
      ...Object.fromEntries(ours),
      HOME: clone.home,
      SWAPDESK_PORT: String(ports.desk),
      npm_config_update_notifier: 'false',
      PATH: [...(anvil === null ? [] : [dirname(anvil)]), process.env.PATH].join(delimiter),
    };
    const terminals = new Terminals({ cwd: clone.folder, env, folder: clone.home });
    return new Walker(terminals, ports, anvil !== null);
  }

  /** Does what a step says; returns all that was printed. Fails if it fails. */
  async take(step: Step): Promise<string> {
    const lines = this.here(step.lines);
    if (step.runsOn) return this.leave(lines);
    // The only command that wants a person, and there is no terminal here to show them the words on.
    if (lines === 'npx swapdesk wallet create') return this.writeDown(`${lines} --pipe`);
    const { code, output } = await this.terminals.paste(lines);
    expect(code, `${lines}\n\n${output}\n\n${this.logs()}`).toBe(0);
    return output;
  }

  /** Ctrl-C everywhere. */
  async end(): Promise<void> {
    this.ethereum.close();
    await this.terminals.close();
  }

  async wei(address: string): Promise<bigint> {
    return BigInt(await this.ethereum.call<string>('eth_getBalance', [address, 'latest']));
  }

  private async writeDown(line: string): Promise<string> {
    const { code, output, words } = await writeDown(this.terminals.begin(line));
    expect([code, words.length], output.slice(-500)).toEqual([0, 24]);
    return output;
  }

  private async leave(line: string): Promise<string> {
    const isEthereum = line.startsWith('anvil ');
    const left = this.terminals.leave(
      isEthereum && !this.hasAnvil ? await hardhat(this.ports.ethereum) : line,
    );
    this.left.push(left);
    if (isEthereum) await this.until('Ethereum', () => this.ethereum.call('eth_chainId').then(() => true));
    // Where there is no anvil for this machine: the other takes no such option.
    if (isEthereum && !this.hasAnvil) await this.ethereum.call('evm_setIntervalMining', [1_000]);
    if (line.startsWith('npx '))
      await this.until('the desk', async () => left.output().includes('Ctrl-C stops it.'));
    return left.output();
  }

  private async until(what: string, look: () => Promise<boolean>): Promise<void> {
    const giveUp = Date.now() + PATIENCE_MS;
    while (!(await look().catch(() => false))) {
      if (Date.now() > giveUp || this.left.some((each) => each.hasEnded()))
        throw new Error(`in vain: ${what}\n${this.logs()}`);
      await sleep(100);
    }
  }

  /** What stands in the terminals of programs that run on. */
  logs(): string {
    return this.left.map((each) => each.output().slice(-2_000)).join('\n');
  }

  /** The ports of this machine in place of the guide's. */
  private here(lines: string): string {
    return lines
      .replaceAll(`127.0.0.1:${PORTS.litecoin}`, `127.0.0.1:${this.ports.litecoin}`)
      .replaceAll(`127.0.0.1:${PORTS.ethereum}`, `127.0.0.1:${this.ports.ethereum}`)
      .replaceAll(`--port ${PORTS.ethereum}`, `--port ${this.ports.ethereum}`)
      .replaceAll(`127.0.0.1:${PORTS.desk}`, `127.0.0.1:${this.ports.desk}`);
  }
}

async function hardhat(port: number): Promise<string> {
  const { program, args, cwd } = await HARDHAT.launch(port, 31_337);
  return `cd '${cwd}' && HARDHAT_DISABLE_TELEMETRY_PROMPT=true '${program}' ${args.map((each) => `'${each}'`).join(' ')}`;
}

describe.runIf(HAS_LITECOIN)('the guide from a clone to real chains', () => {
  let clone: FreshClone;
  let walker: Walker;
  beforeAll(async () => {
    clone = await freshClone();
    walker = await Walker.begin(clone);
  });
  afterAll(async () => {
    await walker?.end();
    await clone?.remove();
  });

  const leads = async () => {
    const steps = await stepsOf(GUIDE, 'From a clone to real chains');
    const typed = steps.map(({ lines }) => lines).join('\n');
    for (const words of TYPED) expect(typed).toContain(words);

    const printed: string[] = [];
    for (const step of steps) printed.push(await walker.take(step));
    const all = printed.join('\n');
    expect(all).toContain('Swapdesk is ready, and nothing was started.');
    expect(all).toMatch(/Followed on regtest: Litecoin, Ethereum\./);
    expect(all).toMatch(/ok +seed on paper/);
    expect(all.match(/^All is well\.$/gm)).toHaveLength(2);
    expect(all).not.toMatch(/^ +at .*:\d+:\d+/m);

    const { data } = JSON.parse(/^\{.*"status":4.*$/m.exec(all)?.[0] as string);
    expect(data).toMatchObject({ rel_volume: 1, output: [{ chain: 'Ethereum', abbr: 'ETH' }] });
    expect(await walker.wei(RECEIVER)).toBe(units(data.output[0].volume, 18));

    await walker.end();
    expect(walker.logs()).toContain('Stopped. All data is kept.');
  };
  it('leads to a swap, paid to the unit, and to a doctor who has nothing to say', leads, MOST_MS);
});
