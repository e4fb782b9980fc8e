import type { Edit } from './src/mutations.ts';

/** Bundles the simulation with the engine's source, edited on its way, and loads it. */
export function loadSimulation(edit?: readonly Edit[] | null): Promise<typeof import('./src/index.ts')>;
