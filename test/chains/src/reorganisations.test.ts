import { coinReorganisations } from './coin-reorganisations.ts';
import { ethereumReorganisations } from './ethereum-reorganisations.ts';
import { olderStore } from './older-store.ts';
import { describeSuites } from './real-nodes.ts';

describeSuites('reorganisations', [coinReorganisations, ethereumReorganisations, olderStore]);
