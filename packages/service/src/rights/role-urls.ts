import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSecretFile, readSecretFile } from '../secrets/secret-file.ts';
import { StartupError } from '../startup-error.ts';
import { ROLES, type RoleName } from './parts.ts';
import { roleName } from './role-sql.ts';
import { scramVerifier } from './scram.ts';

const PASSWORD_BYTES = 24;
const SALT_BYTES = 16;
const URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?(.*)$/s;

/** The URL by which another user opens the same database. */
export function urlFor(url: string, user: string, password: string): string {
  const [, scheme, rest] = URL_PARTS.exec(url) ?? [];
  if (scheme === undefined) throw new StartupError('SWAPDESK_DATABASE_URL is not like postgresql://…');
  return `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${rest}`;
}

/** Where the URL of a role is, for SWAPDESK_DATABASE_URL_FILE. */
export function urlFile(folder: string, role: RoleName): string {
  return join(folder, `${role}.url`);
}

/** A file for each role with its URL, made where there is none; returns what the server is to keep of each password. */
export async function keepUrls(
  folder: string,
  url: string,
  prefix: string,
): Promise<ReadonlyMap<RoleName, string>> {
  const verifiers = new Map<RoleName, string>();
  for (const role of ROLES) {
    const file = urlFile(folder, role);
    const made = urlFor(url, roleName(prefix, role), randomBytes(PASSWORD_BYTES).toString('hex'));
    // One that is there stays: nodes use it.
    await createSecretFile(file, made, 'database URL file');
    const { secret } = await readSecretFile(file, 'database URL file');
    const [, password] = /^[^:]+:\/\/[^:@/]*:([^@/]*)@/.exec(secret) ?? [];
    if (password === undefined)
      throw new StartupError(`${file} holds no URL with a password; remove it and run this again`);
    verifiers.set(role, scramVerifier(decodeURIComponent(password), randomBytes(SALT_BYTES)));
  }
  return verifiers;
}
