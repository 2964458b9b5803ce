// Slow: the folder is removed by another process, which waits for a second.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../scripts/cluster/folder.ts';

test('a failed run keeps its logs, without settings and secrets, and its folder is removed', async () => {
  const { folder, write, keepLogs, end } = openFolder({});
  write('node-1.log', 'Listening');
  write('node-1.env', 'DATABASE_URL=postgres://secret');
  const copies = keepLogs();
  onTestFinished(() => rmSync(copies, { recursive: true }));
  end();
  await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
  expect(readdirSync(copies)).toEqual(['node-1.log']);
  expect(readFileSync(join(copies, 'node-1.log'), 'utf8')).toBe('Listening');
});
