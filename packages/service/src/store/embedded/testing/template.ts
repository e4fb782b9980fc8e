import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded.ts';
import { scratchFolder } from './scratch.ts';

/** Data folders with a cluster in them, copied from one, because initdb takes more than a second. */
export class Template {
  readonly #dir = openFolder();

  async make(): Promise<void> {
    const server = await startEmbedded({ dataDir: join(this.#dir, 'data') }).catch((error) => {
      this.remove();
      throw error;
    });
    await server.stop();
  }

  copy(): string {
    const dir = scratchFolder();
    execFileSync('cp', ['-a', join(this.#dir, 'data'), dir]);
    return join(dir, 'data');
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

function openFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'emb-template-'));
  chmodSync(dir, 0o755);
  return dir;
}
