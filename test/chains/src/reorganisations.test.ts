import { coinReorganisations } from './coin-reorganisations.ts';
import { ethereumReorganisations } from './ethereum-reorganisations.ts';
import { numbers } from './numbers.ts';
import { describeSuites } from './real-nodes.ts';

describeSuites('reorganisations', [coinReorganisations, ethereumReorganisations, numbers]);
