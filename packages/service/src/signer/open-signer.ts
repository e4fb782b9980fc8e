import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { refuseCareless } from '../care.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { loadSettings } from '../catalog/settings.ts';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES } from '../chains/family.ts';
import { localSigner } from '../chains/local-signer.ts';
import { monotonicClock } from '../clock.ts';
import type { Config, Environment } from '../config.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { KEEP_MS, openKept, type RecordKeeper } from '../engine/hold/keep-record.ts';
import type { CheckOurs } from '../engine/hold/released-addresses.ts';
import { LEASE_S, returnLease, takeLease } from '../engine/lease.ts';
import { failed } from '../failed.ts';
import { adaptation } from '../networks/all-chains.ts';
import { openRecords } from '../record/open-record.ts';
import { repeat } from '../repeat.ts';
import type { Database } from '../store/database.ts';
import { joinStore } from '../store/open-store.ts';
import { Outgrown } from '../store/outgrown.ts';
import { tellLife } from '../store/sign-of-life.ts';
import { openStoreClock } from '../store/store-clock.ts';
import { fillPool } from '../wallet/fill-pool.ts';
import { NotOurs } from '../wallet/key-ring.ts';
import { findPassphrase } from '../wallet/passphrase.ts';
import { type Derivers, openWallet, type Wallet } from '../wallet/wallet.ts';
import { listenForEngines } from './listen.ts';
import { openWitnesses } from './open-witnesses.ts';
import { publishCold } from './publish-cold.ts';
import { publishLimits } from './publish-limits.ts';
import { type Rules, rulesOf, unlimitedAssets } from './rules.ts';
import { signerRequests } from './server.ts';
import type { SignerFile } from './signer-file.ts';
import { SigningDesk } from './signing-desk.ts';

const POOL_MS = 1_000;
const RENEW_MS = (LEASE_S * 1_000) / 3;

/** A signer that runs. */
export interface RunningSigner {
  /** Where it answers. */
  readonly place: string;
  readonly rules: Rules;
  readonly desk: SigningDesk;
  /** Resolves with a reason if the embedded database dies. */
  readonly died: Promise<string>;
  /** Resolves with the reason when the store has moved on beyond what this signer bears: it signs nothing more. */
  readonly outgrown: Promise<string>;
  stop(): Promise<void>;
}

export interface SignerOptions {
  readonly config: Config;
  readonly file: SignerFile;
  readonly env: Environment;
  readonly log: Logger;
}

/**
 * Opens the process that holds the keys: it makes or opens the wallet, derives the addresses that only the seed can, and
 * signs what its policy allows. What it has started it stops again, last first.
 */
export async function openSigner({ config, file, env, log }: SignerOptions): Promise<RunningSigner> {
  const store = await joinStore(config, fillCatalogue);
  const { database } = store;
  const stops: (() => Promise<void>)[] = [store.stop];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    await checkStorePurpose(database, config);
    const id = randomUUID();
    stops.push((await tellLife(database, id, 'signer', failed(log, 'say that the signer runs'))).stop);
    const outgrown = await Outgrown.watch();
    stops.push(outgrown.keepLooking(database, failed(log, 'look at what the store asks for')).stop);
    const { clock, measuring } = await openStoreClock(database, failed(log, "read the database's clock"));
    stops.push(measuring.stop);
    const known = adaptation(config.chains)(await loadCatalogue(database));
    const rules = rulesOf(file, known, config.network);
    const unlimited = unlimitedAssets(rules);
    if (unlimited.length > 0) refuseCareless(config, ['limits']);
    if (config.network === 'main') warnUnlimited(unlimited, log);
    const unknown = known.assets.filter(({ id, isAbsent }) => !isAbsent && !rules.limits.has(id));
    await publishLimits(
      database,
      rules.limits,
      unknown.map(({ id }) => id),
    );
    await publishCold(database, rules.cold);

    const { network, dataDir, without } = config;
    const mayBeWeak = without.includes('passphrase');
    const { secret, warnings } = await findPassphrase({ env, network, dataDir, randomBytes, mayBeWeak });
    for (const warning of warnings) log.warn(warning);
    const choices = walletChoicesOf(config.chains);
    const wallet = await openWallet(database, { network, passphrase: secret, clock, choices });
    const records = await openRecords(file.record ?? config.recordDir, wallet.derivers.evm(0));
    const { record } = records;
    const warn = (facts: object, message: string) => log.warn(facts, message);
    const keeper = await openKept(records, { database, clock, warn, checkOurs: checkerOf(wallet) });
    stops.push(() => record.close());
    stops.push(repeat(() => keeper.keep(), KEEP_MS, failed(log, 'keep the record')).stop);
    stops.push(keepFilled(database, seedOnly(wallet.derivers), keeper, log).stop);
    stops.push(await keepKnown(database, id, log));

    const signer = localSigner(network, wallet.keyOf);
    const { stopFile } = file;
    const desk = new SigningDesk({
      ...rules,
      database,
      wallet,
      signer,
      record,
      stopFile,
      witnesses: await openWitnesses(file, rules.assets, network, { ...wallet, clock, log }),
      clock,
      ownClock: monotonicClock(),
      log,
    });
    const { place, close } = await listenForEngines(file.listen, signerRequests(desk));
    stops.push(close);
    void outgrown.told.then((why) => desk.stopBySignal(why));
    return { place, rules, desk, died: store.died, outgrown: outgrown.told, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws for an address that the seed does not give. */
function checkerOf({ addressAt }: Wallet): CheckOurs {
  return (space, index, address) => {
    if (addressAt(space, index, addressForm(space).kindOf(address)) !== address)
      throw new NotOurs(
        `${address} is in the store as our address ${index}, but it is none of ours: nobody is given it`,
      );
  };
}

/** Engines derive all others for themselves, from public keys. */
function seedOnly(derivers: Required<Derivers>): Derivers {
  const spaces = ADDRESS_SPACES.filter((space) => addressForm(space).curve === 'ed25519');
  return Object.fromEntries(spaces.map((space) => [space, derivers[space]]));
}

/** Engines derive as well: whoever did, they may be given only once they are on record. */
function keepFilled(database: Database, derivers: Derivers, keeper: RecordKeeper, log: Logger) {
  const release = () => keeper.releaseAddresses();
  return repeat(
    async (stopping) => {
      await release();
      await fillPool(
        database,
        derivers,
        (await loadSettings(database)).address_pool_target,
        stopping,
        release,
      );
    },
    POOL_MS,
    failed(log, 'derive addresses'),
  );
}

/** While a signer has the seed in memory, nobody may put another into the store: the lease tells. */
async function keepKnown(database: Database, holder: string, log: Logger): Promise<() => Promise<void>> {
  const take = () => takeLease(database, 'signer', holder, null, LEASE_S);
  let lease = await take();
  const renewing = repeat(
    async () => {
      lease = await take();
    },
    RENEW_MS,
    failed(log, 'tell that the signer runs'),
  );
  return async () => {
    await renewing.stop();
    if (lease !== null) await returnLease(database, lease);
  };
}

function warnUnlimited(names: readonly string[], log: Logger): void {
  if (names.length === 0) return;
  log.warn(`no limit per hour for ${names.join(', ')}: set "limits" in swapdesk.signer.json`);
}
