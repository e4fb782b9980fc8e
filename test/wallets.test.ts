import { afterAll, beforeAll, describe } from 'vitest';
import { REF_CODE as EDGE } from '../packages/edge/src/testing/edge-desk.ts';
import { describeRequirements } from '../packages/edge/src/testing/requirements.ts';
import { REF_CODE as LEDGER } from '../packages/ledger/src/testing/open-ledger-desk.ts';
import { describePublished } from '../packages/ledger/src/testing/published.ts';
import { openWalletDesk, type WalletDesk } from './support/wallet-desk.ts';

/** What wallets ask of providers, each in its own words, of one desk: to start it takes longer than most of what is asked. */

let desk: WalletDesk;
beforeAll(async () => {
  desk = await openWalletDesk([EDGE, LEDGER]);
});
afterAll(() => desk?.close());

describe('Edge', () => describeRequirements(() => desk));
describe('Ledger', () => describePublished(() => desk));
