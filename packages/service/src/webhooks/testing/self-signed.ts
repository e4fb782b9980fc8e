import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate of a name that nobody vouches for but itself, made by openssl. */
export function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'swapdesk-hook-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const whose = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', ['req', '-x509', ...kind, ...whose, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
