import { statfs } from 'node:fs/promises';
import { lastFolder } from '../growth/archived-files.ts';
import type { Queryable } from '../store/database.ts';

/** How a store that grows is doing, as its server tells whoever asks. */
export interface StoreHealth {
  /** Of the transactions that hold something back: the oldest; null: there is none. */
  readonly oldest: { readonly pid: number; readonly who: string; readonly seconds: number } | null;
  /** Sessions of others, which this database user may not look at. */
  readonly unseen: number;
  /** The table with most rows that are dead and not cleared away; null: none has any. */
  readonly bloated: { readonly name: string; readonly dead: number; readonly live: number } | null;
  /** How many transactions ago the oldest row was last looked at; at 2,000 million the server stops. */
  readonly age: number;
  /** How far the server that follows the farthest behind is; null: none follows that can be seen. */
  readonly behind: { readonly name: string; readonly bytes: number } | null;
  /** Of the replication slots the one that holds back most of the log; null: there is none. */
  readonly slot: { readonly name: string; readonly bytes: number; readonly is_lost: boolean } | null;
  /** Ranges that are made and not reached yet, of each growing table. */
  readonly room: readonly { readonly name: string; readonly ranges: number }[];
  readonly disks: readonly Disk[];
}

/** A disk of this machine. */
export interface Disk {
  readonly what: 'store' | 'archive' | 'signing record';
  readonly folder: string;
  readonly freeBytes: number;
  readonly bytes: number;
}

interface Row extends Omit<StoreHealth, 'disks' | 'room'> {
  readonly data_folder: string | null;
}

/** What holds nothing has no row version and no table: such as whoever waits for a lock of a name. */
const HEALTH = `
  SELECT (SELECT json_build_object('pid', pid, 'who', coalesce(nullif(application_name, ''), usename, backend_type),
                                   'seconds', extract(epoch FROM now() - xact_start)::bigint)
            FROM pg_stat_activity a
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
             AND backend_type = 'client backend'
             AND (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL
                  OR EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'relation'))
           ORDER BY xact_start LIMIT 1) AS oldest,
         (SELECT count(*) FROM pg_stat_activity
           WHERE datname = current_database() AND state IS NULL AND query = '<insufficient privilege>') AS unseen,
         (SELECT json_build_object('name', relname, 'dead', n_dead_tup, 'live', n_live_tup)
            FROM pg_stat_user_tables WHERE n_dead_tup > 0 ORDER BY n_dead_tup DESC LIMIT 1) AS bloated,
         (SELECT greatest(age(datfrozenxid), mxid_age(datminmxid))::bigint FROM pg_database WHERE datname = current_database()) AS age,
         (SELECT json_build_object('name', application_name, 'bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint)
            FROM pg_stat_replication WHERE replay_lsn IS NOT NULL ORDER BY replay_lsn LIMIT 1) AS behind,
         (SELECT json_build_object('name', slot_name, 'is_lost', coalesce(wal_status = 'lost', false),
                                   'bytes', coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint)
            FROM pg_replication_slots ORDER BY wal_status = 'lost' DESC NULLS LAST, restart_lsn NULLS LAST LIMIT 1) AS slot,
         -- Another machine's folder may have the name of one of ours.
         (SELECT setting FROM pg_settings WHERE name = 'data_directory' AND inet_server_addr() IS NULL) AS data_folder`;

const ROOM = `
  SELECT g.name, count(r.leaf) FILTER (WHERE r.first > CASE g.name
           WHEN 'ledger_entry' THEN coalesce((SELECT max(id) FROM ledger_entry), 0)
           ELSE coalesce((SELECT max(id) FROM orders), 0) END)::int AS ranges
    FROM growing g LEFT JOIN stored_range r USING (name) GROUP BY g.name ORDER BY g.name`;

export async function readStoreHealth(client: Queryable): Promise<StoreHealth> {
  const { rows } = await client.query<Row>({ name: 'store-health', text: HEALTH });
  const { data_folder, ...health } = rows[0] as Row;
  const room = await client.query<StoreHealth['room'][number]>({ name: 'store-room', text: ROOM });
  const folders: readonly [Disk['what'], string | null][] = [
    ['store', data_folder],
    ['archive', await lastFolder(client)],
  ];
  const disks = await Promise.all(folders.map(([what, folder]) => diskOf(what, folder)));
  return { ...health, room: room.rows, disks: disks.flatMap((disk) => disk ?? []) };
}

/** Null: the folder is of another machine, or nobody knows it. */
export async function diskOf(what: Disk['what'], folder: string | null): Promise<Disk | null> {
  if (folder === null) return null;
  const found = await statfs(folder).catch(() => null);
  if (found === null) return null;
  const { bsize, bavail, blocks } = found;
  return { what, folder, freeBytes: bavail * bsize, bytes: blocks * bsize };
}
