import { loadSettings } from '../catalog/settings.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readConfig } from '../config.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import type { Database } from '../store/database.ts';
import type { WebhookContext } from '../webhooks/manage-webhooks.ts';
import { mayBeHere } from '../webhooks/may-be-here.ts';
import type { WebhookName } from '../webhooks/stored-webhook.ts';
import { readWhole } from './arguments.ts';
import { deskKeyOf } from './command.ts';

/** What webhooks are made with on the command line. */
export async function webhookContext(database: Database, env: Environment): Promise<WebhookContext> {
  const { network } = readConfig(env);
  return {
    box: secretBox(await deskKeyOf(database, env), 'webhook secrets'),
    allowsLoopback: mayBeHere(network, await loadSettings(database)),
    now: systemClock(),
  };
}

/** Whichever account's it is. */
export function webhookNamed(word: string | undefined): WebhookName {
  return { id: readWhole('ID', word ?? ''), accountId: null };
}
