import { finality } from './finality.ts';
import { describeSuites } from './real-nodes.ts';
import { silentDeposits } from './silent-deposits.ts';

describeSuites('deposits that a node tells late or not at all', [silentDeposits, finality], { proxies: 1 });
