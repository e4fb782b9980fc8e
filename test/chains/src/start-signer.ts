import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSPHRASE } from '../../support/desk-store.ts';
import { type RunningService, runCommand, startService } from '../../support/service.ts';

/** A signer with a folder of its own, in which its passphrase is. */
export async function startSigner(
  desk: string,
  env: Record<string, string>,
  rules: object,
): Promise<RunningService> {
  const folder = join(desk, 'signer');
  await mkdir(folder);
  await writeFile(join(folder, 'passphrase'), PASSPHRASE, { mode: 0o600 });
  const own = { SWAPDESK_DATA_DIR: folder, SWAPDESK_CONFIG: join(desk, 'swapdesk.config.json') };
  const { output } = await runCommand(['signing', 'assets'], { ...env, ...own });
  const pinned = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1));
  await writeFile(join(folder, 'swapdesk.signer.json'), JSON.stringify({ ...pinned, ...rules }));
  return startService({ ...env, ...own }, 'signer');
}
