import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { listPublicStudies, readPublicStudy } from '@app/contracts/project/browsing.ts';
import { createOpenStudies, TooManyReaders } from '../../apps/host/src/open-studies.ts';
import { makeProject, makePublished } from '../../services/project/test/studies.ts';
import { useApp } from '../support/app.ts';
import { registerResearcher } from '../support/people.ts';

const FLOOD = 30;
const app = useApp({ CALLS_PER_PERSON_PER_SECOND: '2' });
let unlisted: string;
beforeAll(async () => {
  const owner = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, owner);
  unlisted = (await makePublished(app, owner, { projectId }, { isListed: false })).id;
});

const read = (path: string, remoteAddress: string) =>
  app.process.app.inject({ url: `${PROJECT_BASE}${path}`, remoteAddress });

test.each([
  ['the list', () => listPublicStudies.path],
  ['a study', () => readPublicStudy.path.replace(':id', unlisted)],
  ['a study that does not exist', () => readPublicStudy.path.replace(':id', randomUUID())],
])(
  'an address has a rate limit to read %s of open studies, and others are not affected',
  async (name, path) => {
    const address = `192.0.2.${name.length}`;
    const answers = await Promise.all(Array.from({ length: FLOOD }, () => read(path(), address)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(FLOOD);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(path(), '198.51.100.1')).statusCode).not.toBe(429);
  },
);

test('a study page counts towards its reader’s address, and does not limit others', async () => {
  const pages = createOpenStudies(app.process.app, undefined);
  const find = (reader: string) => pages.find(unlisted, reader).catch((error: unknown) => error);
  const found = await Promise.all(Array.from({ length: FLOOD }, () => find('203.0.113.1')));
  expect(found.some((one) => one instanceof TooManyReaders)).toBe(true);
  expect(found.some((one) => one instanceof Error && !(one instanceof TooManyReaders))).toBe(false);
  expect(await find('203.0.113.2')).toMatchObject({ id: unlisted });
});
