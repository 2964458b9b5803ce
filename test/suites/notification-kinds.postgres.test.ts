import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CompiledQuery } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { migrate } from '@app/kit/migrations.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { projectService } from '@app/project/service.ts';
import { createDatabase } from '../support/machine/postgres.ts';
import { PATIENCE } from '../support/sizes.ts';

const STUDY = '0199a000-0000-7000-8000-000000000001';
const toStudy = `/dashboard/study-apply/${STUDY}`;
const toApplicants = `/dashboard/study-applicants/${STUDY}`;

/** Key, sentence and address as they were stored; kind and params that follow from them. */
const rows: [string, string, string | null, string | null, Record<string, string>][] = [
  [
    'applied:1',
    'Someone applied to “Market “A””.',
    toApplicants,
    'NEW_APPLICANT',
    { study: 'Market “A”', studyId: STUDY },
  ],
  [
    'withdrawn:1',
    'Someone withdrew their application to “M”.',
    toApplicants,
    'APPLICANT_WITHDREW',
    { study: 'M', studyId: STUDY },
  ],
  ['told:1', 'You have been accepted for “M”.', '/dashboard/studies', 'ACCEPTED', { study: 'M' }],
  [
    'told:2',
    'Your application to “M” was declined. Reason: The dates do not fit.',
    '/dashboard/studies',
    'DECLINED',
    { study: 'M', reason: 'DATES_DO_NOT_FIT' },
  ],
  [
    'told:3',
    'Your application to “M” is under review again.',
    '/dashboard/studies',
    'UNDER_REVIEW_AGAIN',
    { study: 'M' },
  ],
  [
    `study-open:${STUDY}:1`,
    'A new study fits your profile: “M”.',
    toStudy,
    'STUDY_FITS',
    { study: 'M', studyId: STUDY },
  ],
  [
    `study-closed:${STUDY}:1`,
    '“M” is closed now. Your answers are kept.',
    '/dashboard/studies',
    'STUDY_CLOSED',
    { study: 'M' },
  ],
  [
    `study-ended:${STUDY}`,
    'The meeting times of “M” are over, so it is closed now.',
    toApplicants,
    'STUDY_ENDED',
    { study: 'M', studyId: STUDY },
  ],
  [
    'identity:1',
    'Your company has been verified. You can now create studies.',
    '/dashboard/projects',
    'COMPANY_ACCEPTED',
    {},
  ],
  [
    'identity:2',
    'Your company could not be verified. You can correct the information and try again.',
    '/dashboard/kyc',
    'COMPANY_DECLINED',
    {},
  ],
  ['other', 'Something else.', null, null, {}],
];

test('a notification that was stored as a sentence becomes its kind and params; any other stays as it is', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  const engine = openPostgres({
    url: database.url,
    poolSize: 2,
    log: createLog('silent'),
    patience: PATIENCE,
  });
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(async () => {
    await engine.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  for (const file of (await readdir(projectService.migrations)).filter((name) => name < '0005'))
    await copyFile(new URL(file, projectService.migrations), join(folder, file));
  await migrate(engine.owner, 'project', pathToFileURL(`${folder}/`));
  const run = async (text: string, values: unknown[] = []) =>
    (await engine.owner.executeQuery(CompiledQuery.raw(text, values))).rows;
  for (const [key, message, path] of rows)
    await run(
      `insert into project.notifications (notification_id, user_id, key, message, path)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3)`,
      [key, message, path],
    );

  await migrate(engine.owner, 'project', projectService.migrations);
  const stored = await run(
    'select key, kind, params, message from project.notifications order by created_at, key',
  );
  expect(
    new Map(stored.map((row) => Object.values(row as object)).map(([key, ...rest]) => [key, rest])),
  ).toEqual(new Map(rows.map(([key, message, , kind, params]) => [key, [kind, params, message]])));
});
