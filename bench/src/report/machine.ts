import { cpus, release, totalmem, type } from 'node:os';
import type { Server } from '../run/server.ts';

/** What the figures depend on, for the reader. */
export async function describeMachine(
  server: Server,
  pgbench: string | null,
  otherLoad: number,
): Promise<Record<string, string>> {
  const { server_version, fsync, synchronous_commit, full_page_writes, shared_buffers } =
    await server.facts();
  const cores = cpus();
  return {
    processor: `${cores.length} × ${cores[0]?.model.trim() || process.arch}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release()}, ${process.arch}`,
    Node: process.version,
    PostgreSQL:
      `${server_version} (embedded), fsync ${fsync}, synchronous_commit ${synchronous_commit}, ` +
      `full_page_writes ${full_page_writes}, shared_buffers ${shared_buffers}`,
    pgbench: pgbench ?? 'not installed',
    'busy with other things': `${Math.round(otherLoad * 100)} %`,
  };
}
