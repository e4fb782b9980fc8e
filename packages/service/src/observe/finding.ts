import type { Catalogue } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import type { Chain } from '../chains/chain.ts';
import type { Database } from '../store/database.ts';

/** What was found about one thing. In its advice a command stands whole, as it is typed, before a full stop, a comma or a bracket. */
export interface Finding {
  readonly what: string;
  readonly isWell: boolean;
  /** Money is in danger, or a part of the desk stands still, or it has lasted for too long. */
  readonly isCritical?: boolean;
  /** What there is. */
  readonly facts: string;
  /** What to do, where it is not well. */
  readonly advice: string;
  /** The order that it is about, if it is about one. */
  readonly order?: string;
  /** The page of the console where something can be done about it. */
  readonly page?: string;
}

/** What is examined. */
export interface Patient {
  readonly database: Database;
  /** As it is on the networks that are configured. */
  readonly catalogue: Catalogue;
  readonly chains: readonly Chain[];
  /** How far this machine's clock is ahead of the database's. */
  readonly aheadMs: number;
  /** The database's time. */
  readonly now: number;
}

/** The same with the settings. */
export interface Examined extends Patient {
  readonly settings: Settings;
}
