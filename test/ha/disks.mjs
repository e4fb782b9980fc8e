import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderOf } from '../../deploy/ha/configure.mjs';

const SIZE_MB = 900;
const CHUNK = Buffer.alloc(1 << 20);

/** A small disk for each node's data, in memory, where nobody else is harmed when it is full. */
export function openDisks(nodes, { uid, gid }) {
  for (const node of nodes) {
    mkdirSync(dataFolderOf(node), { recursive: true });
    const options = `size=${SIZE_MB}m,mode=700,uid=${uid},gid=${gid}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'swapdesk-ha', dataFolderOf(node)]);
  }
  const ballast = (node) => join(dataFolderOf(node), 'ballast');
  return {
    fill(node) {
      const file = openSync(ballast(node), 'w');
      try {
        for (;;) writeSync(file, CHUNK);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: (node) => rmSync(ballast(node), { force: true }),
    close() {
      for (const node of nodes) execFileSync('umount', ['--lazy', dataFolderOf(node)]);
    },
  };
}
