import type { OrderFile } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type File = Read<OrderFile>;
