import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFeatures } from '../../scripts/engine-features.ts';

test('docs/growth.md lists exactly the features of PostgreSQL that we use', () => {
  const used = [...findFeatures()].filter(([, files]) => files.length > 0).map(([name]) => name);
  const [, table = ''] = readFileSync('docs/growth.md', 'utf8').split('## What we use of PostgreSQL');
  const named = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name]) => name).slice(2);
  expect(named).toEqual(used);
});
