/** Lists the features of PostgreSQL that the product uses, for docs/growth.md. */
import { globSync, readFileSync } from 'node:fs';

const FEATURES: Readonly<Record<string, RegExp>> = {
  triggers: /create (?:constraint )?trigger/i,
  'functions in PL/pgSQL': /language plpgsql/i,
  'LISTEN and NOTIFY': /pg_notify|`listen /i,
  'advisory locks': /pg_(?:try_)?advisory_/i,
  'partial indexes': /create (?:unique )?index[^;]*\bwhere\b/i,
  'indexes made concurrently': /create (?:unique )?index concurrently/i,
  'generated columns': /generated always as \(/i,
  'FOR UPDATE SKIP LOCKED': /skip locked|skipLocked\(/i,
  'FOR SHARE and FOR KEY SHARE': /for (?:key )?share|for(?:Key)?Share\(/i,
  'foreign keys': /\breferences \w+\.\w+/i,
  'roles and grants by schema': /create role|grant (?:select|usage)/i,
  'writing CTEs': /with \w+ as \(\s*(?:insert|update|delete)/i,
};

export function findFeatures(): Map<string, string[]> {
  const files = globSync(['services/*/{src,migrations}/**/*.{ts,sql}', 'kit/src/**/*.ts']).filter(
    (path) => !path.includes('.test.'),
  );
  const texts = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return new Map(
    Object.entries(FEATURES).map(([name, pattern]) => [
      name,
      texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path),
    ]),
  );
}

if (import.meta.main)
  for (const [name, files] of findFeatures()) console.log(`${String(files.length).padStart(3)} ${name}`);
