import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '@app/contracts/durations.ts';
import { createLog } from '@app/kit/log.ts';
import { createServer } from '@app/kit/server.ts';
import { contact } from '@app/words/contact.ts';
import { mountSecurityTexts } from './security-texts.ts';

async function openSite(origin?: string): Promise<(path: string) => Promise<Response>> {
  const app = await createServer(createLog('silent'));
  onTestFinished(() => app.close());
  await mountSecurityTexts(app, origin);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return (path) => fetch(`http://127.0.0.1:${port}${path}`);
}

/** Names and values of the lines, in their order. */
const readFields = async (answer: Response) =>
  (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);

test('security.txt has the contact, a future expiry within a year, and a policy that can be read', async () => {
  const get = await openSite('https://research.example');
  const answer = await get('/.well-known/security.txt');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = await readFields(answer);
  expect(fields).toEqual([
    ['Contact', `mailto:${contact.email}`],
    ['Contact', 'https://research.example/contact-us'],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)],
    ['Preferred-Languages', 'en-GH'],
    ['Policy', 'https://research.example/security-policy.txt'],
    ['Canonical', 'https://research.example/.well-known/security.txt'],
  ]);
  const { Expires: expires = '', Policy: policy = '' } = Object.fromEntries(fields) as Record<string, string>;
  const daysLeft = (Date.parse(expires) - Date.now()) / DAY_MS;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
  const rules = await get(new URL(policy).pathname);
  expect(rules.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await rules.text()).toBe(readFileSync('SECURITY.md', 'utf8'));
});

test('without PUBLIC_URL security.txt names the email address alone, since no address of its own is certain', async () => {
  const get = await openSite();
  expect((await readFields(await get('/.well-known/security.txt'))).map(([name]) => name)).toEqual([
    'Contact',
    'Expires',
    'Preferred-Languages',
  ]);
});
