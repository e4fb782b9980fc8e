import type { TreasuryData } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Held = Read<TreasuryData>['assets'][number];
