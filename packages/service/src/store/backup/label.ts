import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file with which a backup says what it is. */
export const LABEL = 'swapdesk-backup.json';

/** What a backup says of itself. */
export interface BackupLabel {
  /** When it was made, as a person reads it. */
  readonly madeAt: string;
  readonly bytes: number;
  readonly orders: number;
  /** From when on the log can take it further; absent in backups of before. */
  readonly endedAt?: string;
  /** The first file of the log that it needs. */
  readonly firstLog?: string;
  /** Whether the server archived its log meanwhile. */
  readonly isArchived?: boolean;
  /** What stood beside the database and is not in it, each with why; absent: nothing, as far as is known. */
  readonly leftOut?: readonly string[];
}

export async function writeLabel(folder: string, label: BackupLabel): Promise<void> {
  const text = `${JSON.stringify(label, null, 2)}\n`;
  await writeFile(join(folder, LABEL), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** Null for a folder that has none. */
export async function readLabel(folder: string): Promise<BackupLabel | null> {
  const text = await readFile(join(folder, LABEL), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as BackupLabel);
}
