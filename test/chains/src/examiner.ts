import { readFile } from 'node:fs/promises';
import { loadCatalogue } from '../../../packages/service/src/catalog/load-catalogue.ts';
import type { Chain } from '../../../packages/service/src/chains/chain.ts';
import { readConfig } from '../../../packages/service/src/config.ts';
import {
  adaptation,
  NOBODY_SIGNS,
  openAllChains,
} from '../../../packages/service/src/networks/all-chains.ts';
import { examine } from '../../../packages/service/src/observe/doctor.ts';
import type { Finding } from '../../../packages/service/src/observe/finding.ts';
import type { Database } from '../../../packages/service/src/store/database.ts';

/** Examines a desk as `swapdesk doctor` does, but in this process: starting a program for it takes longer than most tests. */
export class Examiner {
  private readonly database: Database;
  private readonly env: Readonly<Record<string, string>>;
  private opened: { readonly configured: string; readonly chains: readonly Chain[] } | null = null;

  constructor(database: Database, env: Readonly<Record<string, string>>) {
    this.database = database;
    this.env = env;
  }

  /** What doctor finds about the books, the halts and the ledger. */
  async books(): Promise<Finding[]> {
    const config = readConfig(this.env);
    const catalogue = adaptation(config.chains)(await loadCatalogue(this.database));
    const configured = await readFile(config.file as string, 'utf8');
    if (this.opened?.configured !== configured) {
      const now = Math.floor(Date.now() / 1000);
      const around = { catalogue: () => catalogue, signer: NOBODY_SIGNS, clock: () => now, warn: () => {} };
      const { chains } = await openAllChains(this.database, config.chains, around);
      this.opened = { configured, chains };
    }
    const { chains } = this.opened;
    const now = Math.floor(Date.now() / 1000);
    const findings = await examine({ database: this.database, catalogue, chains, aheadMs: 0, now });
    return findings.filter(({ what }) => /books|halt|ledger/.test(what));
  }
}
