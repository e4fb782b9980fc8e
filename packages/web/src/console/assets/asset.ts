import type { ConsoleAsset, ConsoleAssetsData } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Asset = Read<ConsoleAsset>;
export type Assets = Read<ConsoleAssetsData>;
