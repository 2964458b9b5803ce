import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { PGliteDialect, sql } from 'kysely';
import { type Engine, guardedKysely } from './database.ts';

const INT8_OID = 20;
const DATE_OID = 1082;
/** The error number for a full disk in WASI. */
const ENOSPC = 51;
/** The default is 128 MB. The embedded database fills this memory with zeros at each start and keeps it. */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

export interface PgliteEngine extends Engine {
  readonly kind: 'pglite';
  readonly pglite: PGlite;
}

/**
 * Without a folder, the database exists only in memory. With a folder, a power failure can lose the last
 * writes.
 */
export async function openPglite(options: { folder?: string; template?: Blob } = {}): Promise<PgliteEngine> {
  const release = options.folder === undefined ? () => {} : await lockFolder(options.folder);
  const pglite = await PGlite.create({
    ...(options.folder === undefined ? {} : { dataDir: join(options.folder, 'pglite') }),
    ...(options.template === undefined ? {} : { loadDataDir: options.template }),
    startParams: START_PARAMETERS,
    parsers: { [INT8_OID]: Number, [DATE_OID]: (text: string) => text },
  }).catch((cause: unknown) => {
    release();
    const isFull = typeof cause === 'object' && cause !== null && Reflect.get(cause, 'errno') === ENOSPC;
    const why = isFull ? 'the disk is full' : 'its files cannot be read or written';
    throw new Error(
      `The embedded database of ${options.folder} (DATA_DIR) cannot be opened, since ${why}. ` +
        'Make room or mend that, or give it another folder.',
      { cause },
    );
  });
  const connect = <Tables>() => guardedKysely<Tables>(new PGliteDialect({ pglite }));
  const owner = connect<unknown>();
  return {
    kind: 'pglite',
    url: undefined,
    pglite,
    owner,
    connect,
    listen(channel, ears) {
      // Listening fails only if the database is closed.
      pglite.listen(channel, ears.onPayload).then(ears.onListening, () => {});
    },
    connections: () => [],
    assertKept: async () => {},
    async ping() {
      await sql`select 1`.execute(owner);
    },
    async close() {
      await pglite.close();
      release();
    },
  };
}

/**
 * Two processes that use one folder would silently lose writes. The lock is a SQLite lock, so the operating
 * system releases it even after a crash.
 */
async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  const ownerFile = join(folder, 'owner');
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive');
  } catch {
    lock.close();
    const owner = await readFile(ownerFile, 'utf8').catch(() => 'another process');
    throw new Error(
      `The data folder ${folder} is in use by ${owner}. Stop that one first, or give this one its own folder (DATA_DIR), ` +
        'or use a PostgreSQL server (DATABASE_URL), which many processes may share.',
    );
  }
  await writeFile(ownerFile, `process ${process.pid}`);
  return () => lock.close();
}
