import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { isReading } from '@app/contracts/endpoint.ts';
import { listAdminNamesAsAdmin } from '@app/contracts/identity/admins.ts';
import { listReportsAsAdmin } from '@app/contracts/project/admin-reports.ts';
import { removeAdmin } from '../../../services/identity/src/admins/accounts.ts';
import { SERVICE_ROLE } from '../../../services/identity/src/open-db.ts';
import type { IdentityTables } from '../../../services/identity/src/schema.ts';
import { type TestAdmin, makeAdmin } from '../../support/admins.ts';
import { type TestApp, useApp } from '../../support/app.ts';
import { MARKS, makeMarkedParticipant } from '../../support/marked-participant.ts';
import { CASES } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';

const app = useApp();
let otherNode: TestApp['call'];
beforeAll(async () => {
  otherNode = await app.startNode();
});

test('a removed admin is refused on another node within two seconds, in each service', async () => {
  const admin = await makeAdmin(app, ['SUPPORT', 'ADMIN']);
  const token = await admin.token();
  const calls = [listAdminNamesAsAdmin, listReportsAsAdmin] as const;
  let admittedAt = 0;
  const statuses = async () => {
    const askedAt = performance.now();
    const all = await Promise.all(
      calls.map(async (endpoint) => (await otherNode(endpoint, { as: { token } })).status),
    );
    if (all.includes(200)) admittedAt = askedAt;
    return all;
  };
  expect(await statuses()).toEqual([200, 200]);
  await removeAdmin({ db: app.engine.connect<IdentityTables>(SERVICE_ROLE), by: 'kofi' }, admin.email);
  const removedAt = performance.now();
  // Other services remember an admin for a moment of real time.
  await expect.poll(statuses).toEqual([401, 401]);
  expect(admittedAt - removedAt).toBeLessThan(2000);
});

/** Words of a person, or of others about them, and whole numbers. */
const hidden = [
  ...[MARKS.phone, MARKS.wallet, MARKS.called].map((phone) => phone.slice('+233'.length)),
  MARKS.accountName,
  MARKS.remark,
  MARKS.note,
  MARKS.reason,
  MARKS.finished,
  MARKS.rejected,
  MARKS.appeal,
  MARKS.decided,
];

async function readAll(admin: TestAdmin, ids: Record<string, readonly string[]>): Promise<string[]> {
  const texts: string[] = [];
  for (const one of CASES) {
    const { endpoint } = one;
    if (endpoint.access !== 'ADMIN' || !isReading(endpoint)) continue;
    const name = /:(\w+)/.exec(endpoint.path)?.[1];
    for (const id of name === undefined ? [''] : (ids[name] ?? [])) {
      const sample = {
        params: name === undefined ? {} : { [name]: id },
        ...(endpoint.isRead && { body: {} }),
      };
      const answer = await send(app, one, sample, await admin.token());
      if (answer.statusCode === 200) texts.push(`${one.id} ${answer.payload}`);
    }
  }
  return texts;
}

test('a SUPPORT admin reads no answers, messages, reasons or whole numbers of a person', async () => {
  const { person, researcher, booked } = await makeMarkedParticipant(app);
  const { rows: payouts } = await sql<{ id: string }>`
    select payout_id as id from payment.payouts where person_id = ${person.userId}`.execute(app.engine.owner);
  const { rows: submissions } = await sql<{ id: string }>`
    select submission_id as id from project.submissions where participant_id = ${person.userId}`.execute(
    app.engine.owner,
  );
  const ids = {
    userId: [person.userId, researcher.userId],
    id: [booked.study.id, booked.booking.id, ...[...payouts, ...submissions].map(({ id }) => id)],
  };
  const bySupport = await readAll(await makeAdmin(app, ['SUPPORT']), ids);
  expect(bySupport.length).toBeGreaterThan(8);
  expect(bySupport.some((text) => text.includes(MARKS.email))).toBe(true);
  expect(bySupport.filter((text) => hidden.some((mark) => text.includes(mark)))).toEqual([]);
  // Who decides a dispute has to read both sides of it.
  const byAdmin = await readAll(await makeAdmin(app, ['ADMIN']), ids);
  expect(byAdmin.some((text) => text.includes(MARKS.appeal))).toBe(true);
});
