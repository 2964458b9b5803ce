import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/machine/ports.ts';
import { BACKENDS, stopProcess } from '../../support/product.ts';

test('the demo starts without an admin area if its port is taken, and says so', async () => {
  const blocker = createServer();
  const isTaken = Promise.withResolvers<void>();
  // Another program of this machine may already listen there.
  blocker.once('error', () => isTaken.resolve());
  blocker.listen(3900, '127.0.0.1', isTaken.resolve);
  await isTaken.promise;
  const folder = await mkdtemp(join(tmpdir(), 'admin-area-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      SERVICES: BACKENDS,
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: folder,
      DEMO_DATA: 'none',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    await stopProcess(child);
    blocker.close();
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = async () =>
    (await fetch(`http://localhost:${port}/readyz`).then(({ status }) => status, String)) === 200;
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  expect(output).toContain('Port 3900 is taken, so there is no admin area');
  // The product's people page names no area that does not exist.
  const page = await (await fetch(`http://localhost:${port}/dev`)).text();
  expect(page).toContain('Abena');
  expect(page).not.toContain('/dev/adwoa');
});
