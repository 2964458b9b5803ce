// Slow: it makes every call again through PgBouncer, and waits for that program.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { cancelBooking, rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { createLog } from '@app/kit/log.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { classifyError } from '@app/kit/problem.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { openTestEngine } from '../support/app.ts';
import { callsThatSucceed, flawOfSuccess } from './responses/find-success-flaw.ts';
import { findPgbouncer, logInsFor, startPgbouncer } from '../support/machine/pgbouncer.ts';
import { PASSWORD, readEmailLink, registerParticipant, registerResearcher } from '../support/people.ts';
import { freePort } from '../support/machine/ports.ts';
import { startPooler } from '../support/pooler.ts';
import { type World, startWorld } from '../support/samples/world.ts';
import { POOLED_CALLS, TIMEOUT_FACTOR } from '../support/sizes.ts';
import { decide } from '../../services/project/test/applicants.ts';
import { book, freshSlot, moveStart, setNotified } from '../../services/project/test/meetings.ts';
import { apply, makeProject, makePublished } from '../../services/project/test/studies.ts';

const common = { poolSize: 1, log: createLog('silent'), patience: TIMEOUT_FACTOR };
const roles = SERVICES.map(({ role }) => role);
const EMAIL = 'pooled@example.test';
const password = randomBytes(12).toString('hex');
// A machine where PgBouncer cannot be installed skips these: CI has one.
const programs = [findPgbouncer() ?? []].flat();

test('O5 a pooler that drops roles and time-outs is refused at the start, with an explanation', async () => {
  const { engine: own, url = '', drop } = await openTestEngine();
  const startBehindPooler = async (...ignored: string[]) => {
    const pooler = await startPooler(url, ignored);
    onTestFinished(() => pooler.close());
    const engine = openPostgres({ url: pooler.url, ...common });
    const failure = await engine.assertKept(['identity_app']).then(
      () => '',
      (error: Error) => error.message,
    );
    await engine.close();
    return failure;
  };
  expect(await startBehindPooler()).toBe('');
  const without = await startBehindPooler(
    'options',
    'statement_timeout',
    'idle_in_transaction_session_timeout',
  );
  expect(without).toMatch(
    /DATABASE_URL: connections act as \w+ and not as identity_app, .*lead it to the server/,
  );
  expect(without).toContain('DATABASE_URL: connections have no statement_timeout');
  expect(without).toContain('DATABASE_URL: connections have no idle_in_transaction_session_timeout');
  await own.close();
  await drop();
});

describe.each(programs)('behind PgBouncer in transaction mode: %s', (program) => {
  let world: World;
  let poolerUrl: string;
  const letRolesLogIn = async () => {
    const administrator = openPostgres({ url: inject('postgresUrl'), ...common });
    await sql.raw(logInsFor(password)).execute(administrator.owner);
    await administrator.close();
  };
  beforeAll(async () => {
    await letRolesLogIn();
    world = await startWorld({}, undefined, {
      withWorkers: true,
      async before(url) {
        const pooler = await startPgbouncer(program, url, { users: roles, password });
        poolerUrl = pooler.url;
        return pooler;
      },
    });
  });
  afterAll(async () => {
    const { engine } = world.app;
    for (const role of roles)
      await sql
        .raw(`alter role ${role} nologin; alter role ${role} reset all`)
        .execute(engine.owner)
        .catch(() => {});
    await world.close();
  });

  test.each(callsThatSucceed)('%s', async (_, subject) => {
    expect(await flawOfSuccess(world, subject)).toBeUndefined();
  });

  test('many concurrent calls share its few connections, and emails are sent', async () => {
    const { app, people } = world;
    const calls = Array.from({ length: 40 }, (_, index) =>
      app.call(browseStudies, { as: index % 2 === 0 ? people.participant : people.otherParticipant }),
    );
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    const person = { firstName: 'Esi', lastName: 'Pooled', role: 'PARTICIPANT', agreedToTerms: true };
    await app.call(registerPerson, { body: { email: EMAIL, password: PASSWORD, ...person } });
    await readEmailLink(app, EMAIL, '/verify-email/');
    const { rows } = await sql<{ who: string; many: number }>`
        select case when usename = any(${roles}) then usename else 'nobody' end as who, count(*)::int as many
        from pg_stat_activity where datname = current_database() group by 1`.execute(app.engine.owner);
    const most = (who: string) => rows.find((row) => row.who === who)?.many ?? 0;
    for (const role of roles) expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(most(role));
    // The table of that page has this limit.
    expect(most('nobody')).toBeLessThanOrEqual(13);
  });

  test('calls that people wait for, ten at a time, never fail', async () => {
    const { app } = world;
    const people = await Promise.all(
      Array.from({ length: 10 }, () => registerParticipant(app, { withProfile: true })),
    );
    const statuses: Record<string, Record<number, number>> = {};
    const together = async <Answer extends { status: number }>(
      name: string,
      call: (person: (typeof people)[number], at: number) => Promise<Answer>,
    ) => {
      const answers = await Promise.all(people.map(call));
      const counts = (statuses[name] ??= {});
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return answers;
    };
    for (let made = 0; made < POOLED_CALLS; made += people.length) {
      // Meetings of one researcher may not overlap, so each round has its own.
      const researcher = await registerResearcher(app, { verified: true });
      const { id: projectId } = await makeProject(app, researcher);
      const study = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 10 });
      await together('browse', (person) => app.call(browseStudies, { as: person }));
      const applied = await together('apply', (person) => apply(app, person, study));
      const ids = applied.map(({ content }) => content.id);
      await together('decide', (_, at) =>
        decide(app, researcher, study.id, [ids[at] ?? ''], { status: 'ACCEPTED' }),
      );
      await setNotified(app, ids);
      const [first, second] = [await freshSlot(app, study.id, 10), await freshSlot(app, study.id, 10)];
      const booked = await together('book', (person) => book(app, person, study.id, first));
      const ofBooking = (at: number) => ({ params: { id: booked[at]?.content.id ?? '' } });
      await together('move', (person, at) =>
        app.call(rescheduleBooking, { as: person, ...ofBooking(at), body: { slotId: second } }),
      );
      await together('cancel', (person, at) =>
        app.call(cancelBooking, { as: person, ...ofBooking(at), body: {} }),
      );
      const again = await together('book again', (person) => book(app, person, study.id, first));
      await moveStart(app, again[0]?.content.id ?? '', '1 hour');
      await together('mark', (_, at) =>
        app.call(markAttendance, {
          as: researcher,
          params: { id: again[at]?.content.id ?? '' },
          body: { outcome: 'ATTENDED' },
        }),
      );
    }
    expect(statuses).toEqual({
      browse: { 200: POOLED_CALLS },
      apply: { 201: POOLED_CALLS },
      decide: { 200: POOLED_CALLS },
      book: { 201: POOLED_CALLS },
      move: { 200: POOLED_CALLS },
      cancel: { 200: POOLED_CALLS },
      'book again': { 201: POOLED_CALLS },
      mark: { 200: POOLED_CALLS },
    });
  });

  test('a service that checks its connections uses separate ones for that', async () => {
    const another = openPostgres({ url: world.app.databaseUrl ?? '', poolerUrl, ...common });
    const whoIs = async (look?: () => Promise<void>) => {
      const asked = sql<{ who: string[] }>`select array[session_user::text, current_user::text] as who`;
      return (await asked.execute(another.connect<unknown>('payment_app', look))).rows[0]?.who;
    };
    expect(await whoIs()).toEqual(['payment_app', 'payment_app']);
    expect(await whoIs(async () => {})).toEqual([
      new URL(world.app.databaseUrl ?? '').username,
      'payment_app',
    ]);
    await another.close();
  });

  test('a start is refused with an explanation if a role cannot log in, or has no time-outs of its own', async () => {
    const { engine, databaseUrl: url = '' } = world.app;
    const another = openPostgres({ url, poolerUrl, namesStatements: false, ...common });
    await another.assertKept(roles);
    onTestFinished(letRolesLogIn);
    await sql`alter role identity_app reset all`.execute(engine.owner);
    // The pooler has some older connections.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'identity_app'`.execute(
      engine.owner,
    );
    const errorFor = async (role: string) =>
      another.assertKept([role]).then(
        () => '',
        ({ message }: Error) => message,
      );
    await expect
      .poll(() => errorFor('identity_app'))
      .toMatch(/have no statement_timeout, [^]*`alter role identity_app set statement_timeout = '5s'`/);
    expect(await errorFor('identity_app')).toContain('have no idle_in_transaction_session_timeout');
    expect(await errorFor('nobody_app')).toContain(
      'DATABASE_URL: nobody can log in there as nobody_app: `alter role nobody_app login',
    );
    await another.close();
  });

  /** Returns the error of an engine's start behind another PgBouncer with these settings, or ''. */
  const startBehind = async (
    address: string,
    settings: { namesStatements?: boolean; waitSeconds?: number },
  ) => {
    const url = world.app.databaseUrl ?? '';
    const engine = openPostgres({ url, poolerUrl: address, ...common, poolSize: 2, ...settings });
    onTestFinished(() => engine.close());
    const startError = await engine.assertKept(['payment_app']).then(
      () => '',
      ({ message }: Error) => message,
    );
    return { engine, startError };
  };

  test('a pooler that mixes up named statements is refused, unless statements have no name', async () => {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    // Older versions do not have this setting, and mix up statements.
    const more = Number(/ 1\.(\d+)/.exec(stdout)?.[1]) >= 21 ? 'max_prepared_statements = 0' : '';
    const url = world.app.databaseUrl ?? '';
    const mixing = await startPgbouncer(program, url, { users: roles, password, more });
    onTestFinished(() => mixing.stop());
    expect((await startBehind(mixing.url, {})).startError).toMatch(/DATABASE_STATEMENTS: .*set unnamed/);
    expect((await startBehind(mixing.url, { namesStatements: false })).startError).toBe('');
  });

  test('a pooler that is not available yet is waited for, and is not a refused log-in', async () => {
    const absent = `postgres://:x@127.0.0.1:${await freePort()}/x`;
    expect((await startBehind(absent, {})).startError).toMatch(/DATABASE_URL: no server can be used there/);
    const port = await freePort();
    const address = new URL(poolerUrl);
    const { port: behind } = address;
    address.port = String(port);
    const waited = startBehind(address.href, { namesStatements: false, waitSeconds: 60 });
    const relay = createServer((near) => {
      const far = connect(Number(behind), '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    });
    onTestFinished(() => void relay.close());
    setTimeout(() => relay.listen(port, '127.0.0.1'), 300);
    expect((await waited).startError).toBe('');
  });

  test('a request that waits too long for a pooler connection has to retry, and so does the next', async () => {
    const url = world.app.databaseUrl ?? '';
    const more = 'default_pool_size = 1\nquery_wait_timeout = 1';
    const narrow = await startPgbouncer(program, url, { users: roles, password, more });
    onTestFinished(() => narrow.stop());
    const { engine } = await startBehind(narrow.url, { namesStatements: false });
    const db = engine.connect<unknown>('identity_app');
    const ask = () => sql`select 1`.execute(db);
    const inTransaction = () => db.transaction().execute((trx) => sql`select 1`.execute(trx));
    await db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      for (const question of [ask, inTransaction, ask, ask])
        expect(classifyError(await question().catch((error: unknown) => error))).toEqual({
          code: 'UNAVAILABLE',
        });
    });
    await ask();
  });
});
