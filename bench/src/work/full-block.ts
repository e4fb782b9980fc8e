import type { Answer } from '../bare/answers.ts';
import type { LargeBlock } from './follow-block.ts';

/** A full block of a family, as its nodes give it. */
export interface FullBlock {
  readonly family: string;
  readonly space: string;
  /** Those in the block that are to be ours. */
  readonly addresses: readonly string[];
  readonly answers: readonly Answer[];
  /** What has to be asked to follow it: paths, and what is posted there. */
  readonly questions: readonly (readonly [path: string, body: unknown])[];
  /** How to follow it from a node. */
  readonly follow: (url: string) => LargeBlock;
}
