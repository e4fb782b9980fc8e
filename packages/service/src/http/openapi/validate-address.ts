import { MESSAGE, ValidateAddressRequest, ValidateAddressResponse } from '@swapdesk/contract';
import { receiverCheck } from '../../catalog/receiver.ts';
import { Refusal } from '../../refusal.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import { endpoint } from '../endpoint.ts';

export const validateAddress = endpoint({
  method: 'POST',
  path: '/address/validate',
  id: 'validateAddress',
  summary: 'Check a receiving address',
  description: 'Whether an address can receive an asset, and if not, why.',
  request: ValidateAddressRequest,
  response: ValidateAddressResponse,
  weight: 1,
  needsAccount: false,

  async handle(services, { params }) {
    const { catalogue } = services.market();
    const asset = catalogue.find(params.chain, params.abbr);
    if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
    const verdict = receiverCheck(catalogue, services.network)(asset.chain, params.address);
    if (!verdict.valid) return { data: { valid: false, reason: verdict.reason } };
    const isOurs = await isOurAddress(services.database, asset.chain.space, verdict.address);
    return { data: { valid: !isOurs, reason: isOurs ? 'This address is our own' : '' } };
  },
});
