import { finality } from './finality.ts';
import { outages } from './outages.ts';
import { describeSuites } from './real-nodes.ts';
import { silentDeposits } from './silent-deposits.ts';

describeSuites('one endpoint', [outages, silentDeposits, finality], { proxies: 1 });
