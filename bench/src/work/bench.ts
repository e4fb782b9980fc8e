import type { Generator } from '../load/load.ts';
import type { Row } from '../measure/row.ts';
import type { Options } from '../options.ts';
import type { Running } from '../run/child.ts';
import type { Server } from '../run/server.ts';

/** What every kind of work is measured with. */
export interface Bench {
  readonly options: Options;
  readonly server: Server;
  readonly dataDir: string;
  readonly generator: Generator;
  /** The service on the large database. */
  readonly service: Running;
}

/** What was measured, and what of it no row says. */
export interface Measured {
  readonly rows: Row[];
  readonly notes: string[];
}
