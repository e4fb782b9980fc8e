import { catchUp } from './catch-up.ts';
import { deadlines } from './deadlines.ts';
import { describeSuites } from './real-nodes.ts';
import { swaps } from './swaps.ts';

describeSuites('orders', [swaps, deadlines, catchUp]);
