/** A row that another transaction holds, or two that wait for each other: it is tried again later. */
const WAITED_IN_VAIN: readonly (string | undefined)[] = ['55P03', '40P01'];

/** Whether somebody who has stopped holds what is needed. */
export function isLocked(error: unknown): boolean {
  return WAITED_IN_VAIN.includes((error as { code?: string }).code);
}
