// Slow: every migration runs over 20,000 people.
import { copyFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { identityService } from '@app/identity/service.ts';
import { migrate } from '@app/kit/migrations.ts';
import { openEmpty } from './open-empty.ts';

const PEOPLE = 20_000;

test('FLT-10 the first version’s people keep what they have, of whom there are many', async () => {
  const { engines, folder } = await openEmpty(inject('postgresUrl'));
  const [engine] = engines;
  const first = '0001_people.sql';
  await copyFile(new URL(first, identityService.migrations), new URL(first, folder));
  await migrate(engine.owner, 'identity', folder);
  await sql`
    insert into identity.people (user_id, email, role, first_name, last_name, password_hash, agreed_to_terms_at, created_at)
    select lpad(n::text, 32, '0')::uuid, n || '@example.test', 'PARTICIPANT', 'Esi', 'Old', 'x', now(), '2026-01-01 12:00Z'
    from generate_series(1, ${PEOPLE}::int) as n`.execute(engine.owner);
  await sql`
    insert into identity.sessions (session_id, user_id, created_at, expires_at)
    select gen_random_uuid(), lpad(n::text, 32, '0')::uuid, day::timestamptz, now()
    from generate_series(2, ${PEOPLE}::int) as n, unnest(array['2026-02-02 12:00Z', '2026-03-03 12:00Z']) as day`.execute(
    engine.owner,
  );
  await migrate(engine.owner, 'identity', identityService.migrations);
  const { rows } = await sql<{ day: string; people: number }>`
    select last_active_on as day, count(*)::int as people from identity.people group by 1 order by 1`.execute(
    engine.owner,
  );
  expect(rows).toEqual([
    { day: '2026-01-01', people: 1 },
    { day: '2026-03-03', people: PEOPLE - 1 },
  ]);
  const consents = await sql`
    select text, version::text, count(*)::int as people from identity.consents
    where agreed_at <= now() group by 1, 2 order by 1`.execute(engine.owner);
  expect(consents.rows).toEqual([
    { text: 'PRIVACY', version: '2026-11-22', people: PEOPLE },
    { text: 'TERMS', version: '2026-11-21', people: PEOPLE },
  ]);
});
