import type { ConsoleSetting } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Setting = Read<ConsoleSetting>;
