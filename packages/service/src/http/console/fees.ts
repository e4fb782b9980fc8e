import {
  DoneResponse,
  FeesRequest,
  FeesResponse,
  MESSAGE,
  RemoveFeeRequest,
  SetFeeRequest,
} from '@swapdesk/contract';
import { audited } from '../../operators/audit.ts';
import { type FeeScope, feeName, listFees, removeFee, setFee } from '../../pricing/change-fee.ts';
import { Refusal } from '../../refusal.ts';
import { findAsset } from './assets.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/fees',
  request: FeesRequest,
  response: FeesResponse,
  changes: false,
  async handle({ database, market }) {
    const { catalogue } = market();
    const name = (assetId: number | undefined) => {
      if (assetId === undefined) return '';
      const { chain, abbr } = catalogue.get(assetId);
      return `${chain.name} ${abbr}`;
    };
    return {
      data: (await listFees(database)).map(({ id, mode, account, pair, fromUsdt, feePpm }) => ({
        id,
        mode,
        account: account ?? '',
        from: name(pair?.from),
        to: name(pair?.to),
        from_usdt: fromUsdt,
        fee_ppm: feePpm,
      })),
    };
  },
});

const set = consoleEndpoint({
  method: 'POST',
  path: '/fees/set',
  request: SetFeeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params, actor, now }) {
    const { catalogue } = market();
    const { mode, fee_ppm, account, from, to, from_usdt } = params;
    if ((from === undefined) !== (to === undefined)) throw new Refusal(MESSAGE.incorrectParameters);
    const pair =
      from === undefined || to === undefined
        ? null
        : { from: findAsset(catalogue, from), to: findAsset(catalogue, to) };
    const fromUsdt = from_usdt.toInteger() as number;
    const scope: FeeScope = { mode, account: account ?? null, pair, fromUsdt };
    await audited(database, actor, now, async (client) => {
      const changes = await setFee(client, scope, fee_ppm.toInteger() as number);
      return { act: 'fee set', subject: feeName(scope), changes, result: undefined };
    });
    return {};
  },
});

const remove = consoleEndpoint({
  method: 'POST',
  path: '/fees/remove',
  request: RemoveFeeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    const id = params.id.toInteger() as number;
    await audited(database, actor, now, async (client) => {
      const changes = await removeFee(client, id);
      return { act: 'fee remove', subject: `fee ${id}`, changes, result: undefined };
    });
    return {};
  },
});

/** What pairs, amounts and accounts pay. */
export const FEE_ENDPOINTS = [list, set, remove];
