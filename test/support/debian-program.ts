import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Why there is no such program to test with, or null if there is. On Debian, root installs the package that has it. */
export async function whyNoProgram(program: string, packageName: string): Promise<string | null> {
  if (await exists(program)) return null;
  if (process.getuid?.() !== 0 || !(await exists('/usr/bin/apt-get'))) {
    return `${program} is missing, and only root on Debian can install it here`;
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = ['-o', 'DPkg::Lock::Timeout=120', '-qq'];
    await run('apt-get', [...options, 'update'], { env });
    await run('apt-get', [...options, 'install', '-y', '--no-install-recommends', packageName], { env });
    return null;
  } catch (error) {
    return `${packageName} could not be installed: ${(error as Error).message.split('\n')[0]}`;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
