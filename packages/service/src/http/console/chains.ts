import {
  ChainsRequest,
  ChainsResponse,
  DoneResponse,
  ExplorersResponse,
  HaltRequest,
  MESSAGE,
  NoInput,
  SetChainRequest,
  SetHaltRequest,
  type SigningData,
  SigningResponse,
  StopSigningRequest,
} from '@swapdesk/contract';
import { haltAsset } from '../../acts/halt-asset.ts';
import { changeConfirmations } from '../../catalog/change-chain.ts';
import { explorersOf } from '../../chains/known/explorers.ts';
import { clearHalt, loadHalts } from '../../engine/books/halts.ts';
import { obstaclesTo } from '../../engine/books/obstacles.ts';
import { readHold } from '../../engine/hold/hold.ts';
import { resumeSigning, signingStop, stopSigning } from '../../engine/hold/signing-switch.ts';
import { audited } from '../../operators/audit.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../store/database.ts';
import { findAsset } from './assets.ts';
import { chainStates, haltStates, leaseStates } from './chain-states.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/chains',
  request: ChainsRequest,
  response: ChainsResponse,
  changes: false,
  async handle(services) {
    const health = await services.health();
    // What somebody has just halted or cleared is to be seen at once.
    const halts = await loadHalts(services.database);
    return {
      data: {
        chains: chainStates(services, health),
        leases: leaseStates(health),
        halts: haltStates({ ...health, halts }, services.market().catalogue),
        signing: await signingState(services.database),
      },
    };
  },
});

const explorers = consoleEndpoint({
  method: 'GET',
  path: '/explorers',
  request: NoInput,
  response: ExplorersResponse,
  changes: false,
  handle: async ({ network }) => ({ data: explorersOf(network) }),
});

const set = consoleEndpoint({
  method: 'POST',
  path: '/chains/set',
  request: SetChainRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, testNetworks }, { params, actor, now }) {
    // Real chains have it in the configuration: here it would change nothing.
    if (testNetworks.size === 0) throw new Refusal(MESSAGE.confirmationsInFile);
    await audited(database, actor, now, async (client) => {
      const confirmations = params.confirmations.toInteger() as number;
      const changes = await changeConfirmations(client, params.chain, confirmations);
      return { act: 'chain set', subject: params.chain, changes, result: undefined };
    });
    return {};
  },
});

const halt = consoleEndpoint({
  method: 'POST',
  path: '/halts/set',
  request: SetHaltRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params, actor, now }) {
    const asset = findAsset(market().catalogue, params);
    await audited(database, actor, now, (client) => haltAsset(client, asset, params.reason, actor, now));
    return {};
  },
});

const clear = consoleEndpoint({
  method: 'POST',
  path: '/halts/clear',
  request: HaltRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market, chains }, { params, actor, now }) {
    const { catalogue } = market();
    const asset = findAsset(catalogue, params);
    const { id, chain, abbr } = asset;
    const followed = chains.find((each) => each.id === chain.id);
    const isHalted = (await loadHalts(database)).some(({ assetId }) => assetId === id);
    if (isHalted && followed !== undefined) {
      const obstacles = await obstaclesTo(database, followed, catalogue, asset);
      if (obstacles.length > 0) throw new Refusal(MESSAGE.booksDiffer);
    }
    await audited(database, actor, now, async (client) => {
      if ((await clearHalt(client, id)) === null) throw new Refusal(MESSAGE.notHalted);
      const changes = [{ what: 'halt', before: 'halted', after: null }];
      return { act: 'halt clear', subject: `${chain.name} ${abbr}`, changes, result: undefined };
    });
    return {};
  },
});

const signing = consoleEndpoint({
  method: 'GET',
  path: '/signing',
  request: NoInput,
  response: SigningResponse,
  changes: false,
  async handle({ database }) {
    const hold = await readHold(database);
    const held = { held_since: hold?.since ?? 0, held_why: hold?.why ?? '' };
    return { data: { ...(await signingState(database)), ...held } };
  },
});

const stop = consoleEndpoint({
  method: 'POST',
  path: '/signing/stop',
  request: StopSigningRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { reason }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      await stopSigning(client, reason, now, actor.name);
      const changes = [{ what: 'stopped', before: null, after: reason }];
      return { act: 'signing stop', subject: 'signing', changes, result: undefined };
    });
    return {};
  },
});

const go = consoleEndpoint({
  method: 'POST',
  path: '/signing/go',
  request: NoInput,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { actor, now }) {
    await audited(database, actor, now, async (client) => {
      if (!(await resumeSigning(client))) throw new Refusal(MESSAGE.signingGoesOn);
      const changes = [{ what: 'stopped', before: 'stopped', after: null }];
      return { act: 'signing go', subject: 'signing', changes, result: undefined };
    });
    return {};
  },
});

/** Chains and who works on them; stopping payouts in an asset, or signing altogether. */
export const CHAIN_ENDPOINTS = [list, explorers, set, halt, clear, signing, stop, go];

async function signingState(
  database: Database,
): Promise<Pick<SigningData, 'stopped_at' | 'stopped_by' | 'reason'>> {
  const stopped = await signingStop(database);
  return {
    stopped_at: stopped === null ? 0 : Math.max(1, stopped.at),
    stopped_by: stopped?.by ?? '',
    reason: stopped?.reason ?? '',
  };
}
