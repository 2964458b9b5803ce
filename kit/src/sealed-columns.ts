import { hash } from 'node:crypto';
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import { ColumnNode, PrimitiveValueListNode, ValueListNode, ValueNode, ValuesNode, sql } from 'kysely';
import * as z from 'zod';
import { decipher, encipher } from './cipher.ts';

const KEY_BYTES = 32;

/** The keys that stored telephone numbers and names are encrypted with: AES-256 keys in base64url, divided by commas. The first encrypts, all decrypt. */
export const dataKeysSetting = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64url'));
  if (keys.every(({ length }) => length === KEY_BYTES)) return keys;
  // Its text stays out of the message, whatever it is.
  context.addIssue({ code: 'custom', message: 'must be keys of 32 bytes in base64url, divided by commas' });
  return z.NEVER;
});

/** The setting that holds a service's keys, such as IDENTITY_DATA_KEYS. */
export const dataKeysName = (service: string) => `${service.toUpperCase()}_DATA_KEYS`;

const MARK = 'sealed';

export interface Seal {
  seal(text: string): string;
  /** What was written without encryption is given as it is. Throws where no key opens it. */
  open(stored: string): string;
  /** Whether one of the keys has encrypted it: nobody who types a text knows what that begins with. */
  owns(stored: string): boolean;
  /** What is encrypted with the first key begins so. */
  prefix: string;
}

/** Field-level encryption (AES-256-GCM), for what must not be readable in a backup or by who reads tables. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const named = keys.map((key) => ({ key, id: hash('sha256', key, 'base64url').slice(0, 8) }));
  const [first] = named;
  if (!first) throw new Error('There is no key');
  const prefix = `${MARK}:${first.id}:`;
  return {
    prefix,
    owns: (stored) => named.some(({ id }) => stored.startsWith(`${MARK}:${id}:`)),
    seal: (text) => `${prefix}${encipher(text, first.key).toString('base64url')}`,
    open(stored) {
      if (!stored.startsWith(`${MARK}:`)) return stored;
      const [, id, text = ''] = stored.split(':');
      const key = named.find((one) => one.id === id)?.key;
      if (!key) throw new Error('No data key opens this value');
      return decipher(Buffer.from(text, 'base64url'), key);
    },
  };
}

/**
 * Encrypts these columns wherever a statement of the query builder writes them, and decrypts what one reads, whatever it
 * calls it, so that no statement can forget it. Under a column's own name, or the one it is given here, a value that no key
 * opens is an error.
 */
export function sealColumns(seal: Seal, columns: Readonly<Record<string, string>>): KyselyPlugin {
  const read = new Set([...Object.keys(columns), ...Object.values(columns)]);
  const sealValue = (value: unknown) => (typeof value === 'string' ? seal.seal(value) : value);
  return {
    transformQuery: ({ node }) => sealWritten(node, new Set(Object.keys(columns)), sealValue),
    async transformResult({ result }) {
      const isSealed = (name: string, value: unknown): value is string =>
        typeof value === 'string' && (seal.owns(value) || read.has(name));
      const open = (row: Record<string, unknown>) => {
        const sealed = Object.entries(row).filter(([name, value]) => isSealed(name, value));
        if (sealed.length === 0) return row;
        return {
          ...row,
          ...Object.fromEntries(sealed.map(([name, value]) => [name, seal.open(value as string)])),
        };
      };
      return { ...result, rows: result.rows.map(open) };
    },
  };
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

const AT_ONCE = 500;

/** Encrypts what is in a column without it, or by an older key. Gives how many there were; less than AT_ONCE says that it is done. */
export async function sealStored<Tables>(
  db: Kysely<Tables>,
  seal: Seal,
  { of, key, column }: { of: string; key: string; column: string },
): Promise<number> {
  const [rows, id, stored] = [sql.table(of), sql.ref(key), sql.ref(column)];
  // As it is stored, and not as it is read.
  const plain = db.withoutPlugins();
  let count = 0;
  for (;;) {
    const { rows: found } = await sql<{ id: string; stored: string }>`
      select ${id} as id, ${stored} as stored from ${rows}
      where ${stored} <> '' and not starts_with(${stored}, ${seal.prefix}) limit ${AT_ONCE}`.execute(plain);
    for (const one of found)
      // Unless it has changed meanwhile.
      await sql`update ${rows} set ${stored} = ${seal.seal(seal.open(one.stored))}
        where ${id} = ${one.id} and ${stored} = ${one.stored}`.execute(plain);
    count += found.length;
    if (found.length < AT_ONCE) return count;
  }
}
