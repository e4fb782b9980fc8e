import { MESSAGE, ValidateAddressRequest, ValidateAddressResponse } from '@swapdesk/contract';
import { addressForm } from '../../chains/address-forms.ts';
import { Refusal } from '../../refusal.ts';
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

  handle(services, { params }) {
    const asset = services.market().catalogue.find(params.chain, params.abbr);
    if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
    const verdict = addressForm(asset.chain.space).check(params.address, services.network);
    if (!verdict.valid) return { data: { valid: false, reason: verdict.reason } };
    const isContract = verdict.address === asset.contract;
    return { data: { valid: !isContract, reason: isContract ? "this is the token's own contract" : '' } };
  },
});
