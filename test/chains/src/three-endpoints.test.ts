import { doctor } from './doctor.ts';
import { liars } from './liars.ts';
import { describeSuites } from './real-nodes.ts';

describeSuites('three endpoints', [liars, doctor], {
  proxies: 3,
  settings: () => ({ Ethereum: { quorum: 2 } }),
});
