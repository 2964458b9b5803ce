import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parts } from './chunks.ts';

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** A key is the first part of a name; the value is the folder of that file. */
const folders: Record<string, string> = {
  src: import.meta.dirname,
  contracts: join(import.meta.dirname, '../..'),
  words: join(import.meta.dirname, '../..'),
  icons: join(packageOf('lucide-react'), 'dist/esm'),
  'react-query': dirname(packageOf('@tanstack/react-query')),
  'react-dom': dirname(packageOf('react-dom')),
  'react-router': dirname(packageOf('react-router')),
};

it.each(Object.entries(parts))('names existing files for %s', (_, files) => {
  const missing = files.filter(
    (file) => !existsSync(join(folders[file.split('/', 1)[0]!] ?? '', file.split('?', 1)[0]!)),
  );
  expect(missing).toEqual([]);
});
