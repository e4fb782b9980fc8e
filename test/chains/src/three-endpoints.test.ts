import { volume } from '../../support/volume.ts';
import { doctor } from './doctor.ts';
import { liars } from './liars.ts';
import { describeSuites } from './real-nodes.ts';

// What each of three says that one lies about: `chains/evm/evm-endpoints.test.ts`, with a real node as well.
describeSuites('three endpoints', volume([doctor], [liars, doctor]), {
  proxies: 3,
  settings: () => ({ Ethereum: { quorum: 2 } }),
});
