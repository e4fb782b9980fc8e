import { FeesRequest, FeesResponse } from '@swapdesk/contract';
import { listFees } from '../../pricing/change-fee.ts';
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

/** What pairs, amounts and accounts pay. They are set on the command line. */
export const FEE_ENDPOINTS = [list];
