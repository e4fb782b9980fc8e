import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import type { ChainsConfig } from '../configuration/chains-config.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from '../networks/all-chains.ts';
import { ARCHIVING } from '../observe/archive-finding.ts';
import { examine, wrongFirst } from '../observe/doctor.ts';
import type { Finding } from '../observe/finding.ts';
import { replicaFindings } from '../observe/replica-findings.ts';
import { signerFinding } from '../observe/signer-finding.ts';
import { recordFindings } from '../observe/store-findings.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { isStoreHere, joinStore } from '../store/open-store.ts';
import { strayTreasury } from '../wallet/treasury-paths.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { lookAtArchive } from './doctor-archive.ts';
import { lookAtKeys, lookAtPaper } from './doctor-keys.ts';

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Check everything and say what to do about what is wrong. Exit code 0: all is well',
  async run(args, env) {
    readArguments(args, { words: [], options: [] });
    const config = readConfig(env);
    // Whoever only looks makes nothing.
    if (!isStoreHere(config)) {
      const advice = 'Nothing was started here yet. Run: npx swapdesk start';
      return print([
        { what: 'database', isWell: false, facts: `there is none in ${config.dataDir}`, advice },
      ]);
    }
    const store = await joinStore(config, fillCatalogue).catch((error: unknown) => {
      if (!(error instanceof StartupError)) throw error;
      print([{ what: 'database', isWell: false, facts: 'cannot be used', advice: error.message }]);
      return null;
    });
    if (store === null) return;
    try {
      const { database } = store;
      const { finding, aheadMs, now } = await lookAtDatabase(database);
      const misused = await checkStorePurpose(database, config).catch(inALine);
      // Whatever else is found would be held against chains that this store has never seen.
      if (misused) return print([{ ...finding, isWell: false, advice: misused }]);
      const catalogue = adaptation(config.chains)(await loadCatalogue(database));
      const { chains } = await openAllChains(database, config.chains, {
        catalogue: () => catalogue,
        signer: NOBODY_SIGNS,
        clock: () => now,
        warn: () => {},
      });
      const keys =
        config.signer === null
          ? await lookAtKeys(database, { env, ...config })
          : await signerFinding(config.signer);
      const treasuries = await lookAtTreasuries(database, config.chains);
      const [signing, ...others] = await examine({ database, catalogue, chains, aheadMs, now });
      const paper = await lookAtPaper(database, config.chains);
      const record = await recordFindings(config);
      const archive = await lookAtArchive(database, config, now);
      const replicas = await replicaFindings(database, config.replicaUrls);
      // Of the folder of the log it is said in more detail.
      const further = others.filter(({ what }) => archive.length === 0 || what !== ARCHIVING);
      print([
        signing as Finding,
        finding,
        keys,
        treasuries,
        ...record,
        ...archive,
        ...replicas,
        ...further,
        ...paper,
      ]);
    } finally {
      await store.stop();
    }
  },
};

function inALine(error: unknown): string {
  if (!(error instanceof StartupError)) throw error;
  return error.message;
}

/** Joining the store has made sure that it is reachable, new enough and migrated. */
async function lookAtDatabase(database: Database) {
  const asked = Date.now();
  const { rows } = await database.query<{ version: string; migrations: number; ms: number }>(
    `SELECT current_setting('server_version') AS version, (SELECT count(*) FROM migration) + (SELECT count(*) FROM migration_beside) AS migrations,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`,
  );
  const here = (asked + Date.now()) / 2;
  const { version, migrations, ms } = rows[0] as { version: string; migrations: number; ms: number };
  const facts = `PostgreSQL ${version}, ${migrations} migrations`;
  const finding: Finding = { what: 'database', isWell: true, facts, advice: '' };
  return { finding, aheadMs: here - ms, now: Math.floor(ms / 1000) };
}

async function lookAtTreasuries(database: Database, chains: ChainsConfig | null): Promise<Finding> {
  const stray = await strayTreasury(database, walletChoicesOf(chains));
  return {
    what: 'treasuries',
    isWell: stray === null,
    facts: stray === null ? 'are where the configuration has them' : 'are not all where they should be',
    advice: stray ?? '',
  };
}

/** One line each, with what to do where it is not well: that first, what stops the most before all. The exit code says it too. */
function print(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const [first, ...others] = wrongFirst(findings) as [Finding, ...Finding[]];
  for (const { what, isWell, facts, advice } of [first, ...others]) {
    const line = `${isWell ? 'ok   ' : 'WRONG'}  ${what.padEnd(width)}  ${facts}`;
    console.log(isWell ? line : `${line}. ${advice}`);
  }
  const wrong = findings.filter(({ isWell }) => !isWell).length;
  console.log(
    wrong === 0
      ? '\nAll is well.'
      : `\n${wrong} of ${findings.length} need a look, first of all: ${first.what}.`,
  );
  if (wrong > 0) process.exitCode = 1;
}
