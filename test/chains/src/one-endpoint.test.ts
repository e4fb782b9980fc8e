import { outages } from './outages.ts';
import { describeSuites } from './real-nodes.ts';

describeSuites('one endpoint', [outages], { proxies: 1 });
