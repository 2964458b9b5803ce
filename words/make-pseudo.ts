/**
 * Run `node words/make-pseudo.ts`. With `NODE_OPTIONS=--conditions=pseudo`, services, pages and tests use the
 * result.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'pseudo');
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(join(import.meta.dirname, 'en'))) {
  const area = (await import(`./en/${file}`)) as Record<string, unknown>;
  const lines = Object.keys(area).map((name) => `export const ${name} = accent(english.${name});`);
  writeFileSync(
    join(folder, file),
    `import { accent } from '../accent.ts';\nimport * as english from '../en/${file}';\n${lines.join('\n')}\n`,
  );
}
writeFileSync(join(folder, 'language.ts'), `export const language = 'en-XA';\n`);
