/** A number that operators change while it runs. */
export interface KnownSetting {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What 0 means, where that is more than a number. */
  readonly zero?: string;
  /** What each value means, from `min` on, where they are words rather than numbers. */
  readonly values?: readonly string[];
  /** Without its unit: that is the end of the name (`setting-unit.ts`). */
  readonly about: string;
}
