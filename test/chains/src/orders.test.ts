import { volume } from '../../support/volume.ts';
import { catchUp } from './catch-up.ts';
import { coinReorganisations } from './coin-reorganisations.ts';
import { deadlines } from './deadlines.ts';
import { ethereumReorganisations } from './ethereum-reorganisations.ts';
import { olderStore } from './older-store.ts';
import { describeSuites } from './real-nodes.ts';
import { swaps } from './swaps.ts';

// The first needs a treasury from which little was paid: one payment is to be built upon another.
const suites = [
  ...[coinReorganisations, ethereumReorganisations, olderStore, swaps, deadlines],
  ...volume([], [catchUp]),
];
describeSuites('orders', suites);
