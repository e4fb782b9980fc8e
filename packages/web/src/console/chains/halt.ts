import type { ChainsData } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Halt = Read<ChainsData>['halts'][number];
