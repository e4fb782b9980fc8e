import { createContext } from 'preact';
import type { Explorer } from './explorers.ts';

/** What people know a coin by: its colour, and a sign drawn in a circle of 32 units. */
export interface Mark {
  readonly colour: string;
  readonly sign: string;
}

/** What the service says of its chains and coins, for all that shows them: no page knows any by name. */
export interface Known {
  /** By chain. */
  readonly explorers: ReadonlyMap<string, Explorer>;
  /** By chain: an address to try things with; empty where the coins are real. */
  readonly sampleAddresses: ReadonlyMap<string, string>;
  /** By coin. */
  readonly marks: ReadonlyMap<string, Mark>;
}

export const Known = createContext<Known>({
  explorers: new Map(),
  sampleAddresses: new Map(),
  marks: new Map(),
});
