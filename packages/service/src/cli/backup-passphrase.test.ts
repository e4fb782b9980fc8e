import { expect, it } from 'vitest';
import { backupPassphrase, logPassphrase } from './backup-passphrase.ts';

it('without a terminal it is said which passphrase is missing: that of the backup, or of the log', async () => {
  const { isTTY } = process.stdin;
  process.stdin.isTTY = false;
  try {
    await expect(backupPassphrase({})).rejects.toThrow(/^The backup needs its passphrase/);
    await expect(logPassphrase({})).rejects.toThrow(
      /^The archived log, which is sealed, needs its passphrase/,
    );
  } finally {
    process.stdin.isTTY = isTTY;
  }
});
