export { SwapdeskClient, type SwapdeskClientOptions } from './client.ts';
export { SwapdeskError } from './error.ts';
