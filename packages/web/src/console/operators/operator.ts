import type { ConsoleOperator } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Operator = Read<ConsoleOperator>;
