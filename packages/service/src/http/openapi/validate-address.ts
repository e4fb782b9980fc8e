import { MESSAGE, ValidateAddressRequest, ValidateAddressResponse } from '@swapdesk/contract';
import { chainsOfAddress } from '../../catalog/chains-of-address.ts';
import { OUR_OWN, receiverCheck } from '../../catalog/receiver.ts';
import { Refusal } from '../../refusal.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import { endpoint } from '../endpoint.ts';

const NOTHING = { fault: '', reason: '' } as const;

export const validateAddress = endpoint({
  method: 'POST',
  path: '/address/validate',
  id: 'validateAddress',
  summary: 'Check a receiving address',
  description: 'Whether an address can receive an asset; if not, why, and of which other chains it is one.',
  request: ValidateAddressRequest,
  response: ValidateAddressResponse,
  refuses: [MESSAGE.assetNotFound],
  weight: 1,
  scope: null,
  needsAccount: false,
  isForPages: true,

  async handle(services, { params }) {
    const { network, database } = services;
    const { catalogue } = services.market();
    const asset = catalogue.find(params.chain, params.abbr);
    if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
    const verdict = receiverCheck(catalogue, network)(asset.chain, params.address);
    if (!verdict.valid) {
      const chains = chainsOfAddress(catalogue, network, params.address, asset.chain);
      return { data: { valid: false, reason: verdict.reason, fault: verdict.fault, chains } };
    }
    const isOurs = await isOurAddress(database, asset.chain.space, verdict.address);
    const { fault, reason } = isOurs ? OUR_OWN : NOTHING;
    return { data: { valid: !isOurs, reason, fault, chains: [] } };
  },
});
