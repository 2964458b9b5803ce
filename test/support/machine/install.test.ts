import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { install } from '../../../scripts/install.mjs';

const { platform, arch } = process;
let dir: string;
let output: string;

/** Writes a project with one local package, and with packages that npm may skip. */
function writeProject(optional: Record<string, object> = {}): void {
  const own = { name: 'project', version: '1.0.0', dependencies: { part: 'file:part' } };
  const manifest = {
    ...own,
    optionalDependencies: Object.fromEntries(Object.keys(optional).map((name) => [name, '1.0.0'])),
  };
  const found = Object.entries(optional).map(([name, more]) => [
    `node_modules/${name}`,
    { version: '1.0.0', optional: true, ...more },
  ]);
  const packages = {
    '': manifest,
    part: { version: '1.0.0' },
    'node_modules/part': { resolved: 'part', link: true },
    ...Object.fromEntries(found),
  };
  mkdirSync(join(dir, 'part'), { recursive: true });
  writeFileSync(join(dir, 'part/package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(dir, 'package-lock.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages }),
  );
}

const installations = () => output.split('Installing the parts').length - 1;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'install-'));
  output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  writeProject();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

test('two concurrent commands install once, a third does not, and a changed lockfile installs again', async () => {
  await Promise.all([install(dir, 'the parts'), install(dir, 'the parts')]);
  await install(dir, 'the parts');
  expect(installations()).toBe(1);
  expect(output).toContain('Another command is installing');
  writeProject({ other: { os: ['aix'], cpu: ['ppc'] } });
  await install(dir, 'the parts');
  expect(installations()).toBe(2);
  expect([join('node_modules', 'part'), '.setup.lock'].map((path) => existsSync(join(dir, path)))).toEqual([
    true,
    false,
  ]);
});

test('files left by a killed command do not prevent an installation', async () => {
  writeFileSync(join(dir, '.setup.lock'), 'a dead one');
  await Promise.all([install(dir, 'the parts'), install(dir, 'the parts')]);
  expect(installations()).toBe(1);
});

test('a package for this platform that npm skips is an error, and the next command installs again', async () => {
  const registry = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await vi.waitUntil(() => registry.listening);
  const resolved = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/engine.tgz`;
  writeProject({ engine: { os: [platform], cpu: [arch], resolved } });
  await expect(install(dir, 'the parts')).rejects.toThrow(/node_modules\/engine was not fetched.*network/);
  registry.close();
  writeProject();
  await install(dir, 'the parts');
  expect(installations()).toBe(2);
});
