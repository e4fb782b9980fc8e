import type { QueueData } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Waiting = Read<QueueData>['deposits'][number];
