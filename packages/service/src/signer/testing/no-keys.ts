import { NotOurs } from '../../wallet/key-ring.ts';
import type { Treasuries } from '../../wallet/publish.ts';
import type { SigningDeskOptions } from '../signing-desk.ts';

/** A wallet that has treasuries, and no deposit address. */
export const NO_DEPOSITS: SigningDeskOptions['wallet'] = {
  treasuries: { bitcoin: 'treasury-bitcoin', evm: 'treasury-evm', tron: 'treasury-tron' } as Treasuries,
  async keyOf(_space, address) {
    throw new NotOurs(address);
  },
};
