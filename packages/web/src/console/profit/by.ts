import type { ProfitRequest } from '@swapdesk/contract';

export const BYS = ['day', 'pair', 'venue', 'order'] as const satisfies readonly ProfitRequest['by'][];
export type By = (typeof BYS)[number];
