import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import {
  type Kysely,
  type KyselyPlugin,
  type RootOperationNode,
  ColumnNode,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  sql,
} from 'kysely';
import * as z from 'zod';
import { decipher, encipher } from './cipher.ts';
import { changeGiven } from './database.ts';
import { runForEach } from './job-steps.ts';
import { SettingsError } from './settings.ts';

const KEY_BYTES = 32;

/** AES-256 keys in base64url, separated by commas. The first key encrypts. Every key decrypts. */
export const dataKeysSetting = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64url'));
  if (keys.every(({ length }) => length === KEY_BYTES)) return keys;
  // The message must not contain the key, which is secret.
  context.addIssue({ code: 'custom', message: 'must be keys of 32 bytes in base64url, divided by commas' });
  return z.NEVER;
});

export const newDataKey = () => randomBytes(KEY_BYTES).toString('base64url');

export const dataKeysName = (service: string) => `${service.toUpperCase()}_DATA_KEYS`;

const MARK = 'sealed:';
const HASH_MARK = 'hashed:';

export interface Seal {
  seal(text: string): string;
  /** Decrypts. Returns unencrypted text unchanged. Throws if no key decrypts the text. */
  open(stored: string): string;
  /**
   * True if the text is encrypted. An encrypted text starts with a prefix made from the hash of the secret
   * key, so no one can type it by chance.
   */
  owns(stored: string): boolean;
  /** The prefixes have the same length. The first one belongs to the current key. */
  prefixes: readonly [string, ...string[]];
  /** A hash with a secret key, so no one can guess the text from it. */
  keyedHash(text: string): string;
  /** The first hash uses the current key. The others find rows that were hashed with an older key. */
  keyedHashes(text: string): readonly string[];
  hashPrefixes: readonly [string, ...string[]];
}

/** Encrypts, with AES-256-GCM, data that no one must be able to read in tables or backups. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const named = keys.map((key) => {
    const id = hash('sha256', key, 'base64url').slice(0, 8);
    return { key, id, prefix: `${MARK}${id}:` };
  });
  const [first, ...others] = named;
  if (!first) throw new Error('There is no key');
  const findKeyByPrefix = (stored: string) => named.find(({ prefix }) => stored.startsWith(prefix));
  const keyedHashPrefix = ({ id }: (typeof named)[number]) => `${HASH_MARK}${id}:`;
  const hashWith = ({ key, id }: (typeof named)[number]) => {
    // A key must serve only one purpose, so the key for hashes is derived.
    const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'keyed hash', KEY_BYTES));
    return (text: string) =>
      `${HASH_MARK}${id}:${createHmac('sha256', hashKey).update(text).digest('base64url')}`;
  };
  const keyedHash = hashWith(first);
  const otherHashes = others.map(hashWith);
  return {
    hashPrefixes: [keyedHashPrefix(first), ...others.map(keyedHashPrefix)],
    keyedHash,
    keyedHashes: (text) => [keyedHash, ...otherHashes].map((hashed) => hashed(text)),
    prefixes: [first.prefix, ...others.map(({ prefix }) => prefix)],
    owns: (stored) => findKeyByPrefix(stored) !== undefined,
    seal: (text) => `${first.prefix}${encipher(text, first.key).toString('base64url')}`,
    open(stored) {
      if (!stored.startsWith(MARK)) return stored;
      const known = findKeyByPrefix(stored);
      if (!known) throw new Error('No data key opens this value');
      return decipher(Buffer.from(stored.slice(known.prefix.length), 'base64url'), known.key);
    },
  };
}

/**
 * A plugin of the query builder that encrypts values in every statement. Results are decrypted under any
 * name; under a known column name, a value that no key opens is an error.
 */
export function sealColumns(seal: Seal, columns: Readonly<Record<string, string>>): KyselyPlugin {
  const read = new Set([...Object.keys(columns), ...Object.values(columns)]);
  const sealText = (value: unknown) => (typeof value === 'string' ? seal.seal(value) : value);
  const sealValue = (value: unknown) => changeGiven(value, sealText);
  /** A typed text may look like an encrypted value. So text that no key decrypts is returned unchanged. */
  const openOrKeep = (value: string) => {
    try {
      return seal.open(value);
    } catch {
      return value;
    }
  };
  return {
    transformQuery: ({ node }) => sealAll(node, new Set(Object.keys(columns)), sealValue),
    async transformResult({ result }) {
      const isSealed = (name: string, value: unknown): value is string =>
        typeof value === 'string' && (seal.owns(value) || read.has(name));
      const open = (row: Record<string, unknown>) => {
        const sealed = Object.entries(row).filter(([name, value]) => isSealed(name, value));
        if (sealed.length === 0) return row;
        return {
          ...row,
          ...Object.fromEntries(
            sealed.map(([name, value]) => [
              name,
              read.has(name) ? seal.open(value as string) : openOrKeep(value as string),
            ]),
          ),
        };
      };
      return { ...result, rows: result.rows.map(open) };
    },
  };
}

function sealAll(
  node: RootOperationNode,
  columns: ReadonlySet<string>,
  sealValue: (value: unknown) => unknown,
): RootOperationNode {
  const sealed = sealWritten(node, columns, sealValue);
  if (!('with' in sealed) || !sealed.with) return sealed;
  const expressions = sealed.with.expressions.map((before) => ({
    ...before,
    expression: sealAll(before.expression as RootOperationNode, columns, sealValue),
  }));
  return { ...sealed, with: { ...sealed.with, expressions } };
}

function sealWritten(
  node: RootOperationNode,
  columns: ReadonlySet<string>,
  sealValue: (value: unknown) => unknown,
): RootOperationNode {
  if (node.kind === 'UpdateQueryNode' && node.updates) {
    const updates = node.updates.map((update) =>
      ColumnNode.is(update.column) && columns.has(update.column.column.name) && ValueNode.is(update.value)
        ? { ...update, value: { ...update.value, value: sealValue(update.value.value) } }
        : update,
    );
    return { ...node, updates };
  }
  if (node.kind !== 'InsertQueryNode' || !node.values || !ValuesNode.is(node.values)) return node;
  const isSealed = node.columns?.map(({ column }) => columns.has(column.name)) ?? [];
  if (!isSealed.includes(true)) return node;
  const values = node.values.values.map((row) =>
    PrimitiveValueListNode.is(row)
      ? PrimitiveValueListNode.create(
          row.values.map((value, at) => (isSealed[at] ? sealValue(value) : value)),
        )
      : ValueListNode.create(
          row.values.map((value, at) =>
            isSealed[at] && ValueNode.is(value) ? { ...value, value: sealValue(value.value) } : value,
          ),
        ),
  );
  return { ...node, values: ValuesNode.create(values) };
}

export interface SealedColumn {
  of: string;
  key: string;
  column: string;
  /** The column is `bytea`; bytes that are not encrypted stay as they are. */
  isBytes?: true;
}

function sealedColumnSql({ of, key, column, isBytes }: SealedColumn) {
  const stored = sql.ref(column);
  const written = (text: string) => (isBytes ? Buffer.from(text) : text);
  const begins = (text: string) =>
    sql`substring(${stored} from 1 for ${sql.lit(text.length)}) = ${written(text)}`;
  return { rows: sql.table(of), id: sql.ref(key), stored, written, begins };
}

const BATCH_SIZE = 500;
const rowId = ({ id }: { id: string }) => id;

export const sealAllColumns = <Tables>(db: Kysely<Tables>, seal: Seal, columns: readonly SealedColumn[]) =>
  runForEach(
    columns,
    ({ of, column }) => `${of}.${column}`,
    (column) => sealStoredValues(db, seal, column),
  );

export async function sealStoredValues<Tables>(
  db: Kysely<Tables>,
  seal: Seal,
  column: SealedColumn,
): Promise<number> {
  const { rows, id, stored, written, begins } = sealedColumnSql(column);
  // Reads without plugins, because they would decrypt the values before they are compared.
  const plain = db.withoutPlugins();
  let count = 0;
  for (;;) {
    const { rows: found } = await sql<{ id: string; stored: string | Uint8Array }>`
      select ${id} as id, ${stored} as stored from ${rows}
      where ${column.isBytes ? begins(MARK) : sql`${stored} <> ''`} and not ${begins(seal.prefixes[0])}
      limit ${BATCH_SIZE}`.execute(plain);
    await runForEach(found, rowId, async (one) => {
      const text = seal.open(Buffer.from(one.stored).toString());
      // The row may have changed since it was read.
      await sql`update ${rows} set ${stored} = ${written(seal.seal(text))}
        where ${id} = ${one.id} and ${stored} = ${one.stored}`.execute(plain);
    });
    count += found.length;
    if (found.length < BATCH_SIZE) return count;
  }
}

/** Throws SettingsError if a removed key is still needed for a stored value. */
export async function assertStoredValuesOpen(
  db: Kysely<unknown>,
  seal: Seal,
  {
    service,
    columns,
    hashes = [],
  }: {
    service: string;
    columns: readonly SealedColumn[];
    hashes?: readonly Pick<HashedColumn, 'of' | 'column'>[];
  },
): Promise<void> {
  const problems: string[] = [];
  for (const { of, column } of hashes) {
    const isKnown = seal.hashPrefixes.map((prefix) => sql`starts_with(${sql.ref(column)}, ${prefix})`);
    const found = await sql`
      select from ${sql.table(of)} where not (${sql.join(isKnown, sql` or `)}) limit 1`.execute(db);
    if (found.rows.length > 0)
      problems.push(
        `${dataKeysName(service)}: lacks the key of hashes in ${of} (${column}), which cannot be recreated; add it at the end`,
      );
  }
  for (const column of columns) {
    const { rows, begins } = sealedColumnSql(column);
    const found = await sql`
      select from ${rows} where ${begins(MARK)} and not (${sql.join(seal.prefixes.map(begins), sql` or `)})
      limit 1`.execute(db);
    if (found.rows.length > 0)
      problems.push(
        `${dataKeysName(service)}: lacks the key of values in ${column.of} (${column.column}); add it at the end until ` +
          'the hourly retention job has encrypted them by the first key',
      );
  }
  if (problems.length > 0) throw new SettingsError(problems);
}

export interface HashedColumn extends SealedColumn {
  hashColumn: string;
  asHashed?: (text: string) => string;
}

export async function hashStoredValues<Tables>(
  db: Kysely<Tables>,
  seal: Seal,
  { of, key, column, hashColumn, asHashed = (text) => text }: HashedColumn,
): Promise<number> {
  const [rows, id, stored, hashed] = [sql.table(of), sql.ref(key), sql.ref(column), sql.ref(hashColumn)];
  const plain = db.withoutPlugins();
  let count = 0;
  for (;;) {
    const { rows: found } = await sql<{ id: string; stored: string }>`
      select ${id} as id, ${stored} as stored from ${rows}
      where ${stored} <> '' and not coalesce(starts_with(${hashed}, ${seal.hashPrefixes[0]}), false) limit ${BATCH_SIZE}`.execute(
      plain,
    );
    await runForEach(found, rowId, async (one) => {
      await sql`update ${rows} set ${hashed} = ${seal.keyedHash(asHashed(seal.open(one.stored)))}
        where ${id} = ${one.id} and ${stored} = ${one.stored}`.execute(plain);
    });
    count += found.length;
    if (found.length < BATCH_SIZE) return count;
  }
}
