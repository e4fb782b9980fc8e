export type Step = 'hour' | 'day';
