import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { acceptInvitation, inviteToStudy, neverInvite } from '@app/contracts/identity/invitations.ts';
import { useRace } from '@app/test/support/meeting-races.ts';
import { emailSecret, readEmailLink } from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { firstCookie, registration } from '#test/accounts.ts';
import { apply, makeProject, makePublished } from '../../../project/test/studies.ts';
import { readIdentityConfig } from '../config.ts';
import { openDb } from '../open-db.ts';
import { claimInvitations } from './queries.ts';
import { signInvitationToken } from './accept-invitation.ts';

const race = useRace({}, true);
let projectId: string;
beforeAll(async () => {
  projectId = (await makeProject(race.app, race.researcher)).id;
});

let number = 0;
const newAddress = () => `raced-${(number += 1)}@example.test`;
const publish = () => makePublished(race.app, race.researcher, { projectId, isInviteOnly: true });
const selectRows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(race.app.engine.owner)).rows;
const emailsTo = async (address: string) =>
  (await race.app.mailbox.read(address)).filter(({ subject }) => subject.includes('invited to a study'));

test('a list that is posted many times at once is stored once, and each address gets one email', () =>
  race.rounds(async () => {
    const { id } = await publish();
    const addresses = Array.from({ length: 20 }, newAddress);
    const answers = await race.callers((index, { call }) =>
      call(inviteToStudy, {
        as: race.researcher,
        params: { id },
        body: { addresses: index % 2 === 0 ? addresses : addresses.toReversed() },
      }),
    );
    const accepted = answers.flatMap(({ json }) =>
      (json['content'] as { answers: string[] }).answers.filter((answer) => answer === 'TAKEN'),
    );
    expect(accepted).toHaveLength(addresses.length);
    await waitForJobs(race.app);
    for (const address of addresses) expect(await emailsTo(address)).toHaveLength(1);
  }));

test('a person who verifies an address while it is being listed gets access', () =>
  race.rounds(async () => {
    const { id } = await publish();
    const strangers = Array.from({ length: 4 }, newAddress);
    const links: { body: { token: string }; headers: { cookie: string } }[] = [];
    for (const email of strangers) {
      const body = registration(email, { role: 'PARTICIPANT' });
      const cookie = firstCookie(await race.app.call(registerPerson, { body }));
      const [person] = await selectRows(sql<{ id: string }>`
        select user_id as id from identity.people where email = ${email}`);
      const token = await emailSecret(race.app, person?.id ?? '', 'VERIFY_EMAIL');
      links.push({ body: { token }, headers: { cookie } });
    }
    await race.callers<{ status: number }>(
      (index, { call }) =>
        index === 0
          ? call(inviteToStudy, { as: race.researcher, params: { id }, body: { addresses: strangers } })
          : call(verifyEmail, links[index - 1]),
      strangers.length + 1,
    );
    await waitForJobs(race.app);
    expect(
      await selectRows(sql`select participant_id from project.invited_people where study_id = ${id}`),
    ).toHaveLength(strangers.length);
  }));

test('an opt-out while emails are being sent stops every later one', () =>
  race.rounds(async () => {
    const [study, other] = [await publish(), await publish()];
    const address = newAddress();
    const invite = (id: string) =>
      race.app.call(inviteToStudy, { as: race.researcher, params: { id }, body: { addresses: [address] } });
    await invite(study.id);
    await readEmailLink(race.app, address, '/never-again/');
    const [invitation] = await selectRows(sql<{ invitationId: string; hash: string }>`
      select invitation_id as "invitationId", address_hash as hash from identity.invitations where study_id = ${study.id}`);
    const token = signInvitationToken(readIdentityConfig(race.app.settings), invitation!);
    const answers = await race.callers<{ status: number }>(
      (index, { call }) => (index === 0 ? invite(other.id) : call(neverInvite, { params: { token } })),
      6,
    );
    expect(answers.slice(1).map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    await waitForJobs(race.app);
    const before = (await emailsTo(address)).length;
    expect(before).toBeLessThanOrEqual(2);
    await sql`update identity.invitations set invited_at = now() - interval '4 days' where study_id in (${study.id}, ${other.id})`.execute(
      race.app.engine.owner,
    );
    await invite((await publish()).id);
    await waitForJobs(race.app);
    expect(await emailsTo(address)).toHaveLength(before);
  }));

test('one sender claims invitations at a time, so that all of them together keep the limits', async () => {
  const { engine, settings } = race.app;
  const { db } = openDb(engine, readIdentityConfig(settings).IDENTITY_DATA_KEYS);
  const list = { studyId: crypto.randomUUID(), researcherId: race.researcher.userId };
  await db.transaction().execute(async (first) => {
    await claimInvitations(first, list);
    const second = db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = 1`.execute(trx);
      return claimInvitations(trx, list);
    });
    await expect(second).rejects.toThrow('lock timeout');
  });
});

test('an invitation admits one person when people follow it, prove its address and apply at once', () =>
  race.rounds(async (round) => {
    const study = await publish();
    const address = newAddress();
    await race.app.call(inviteToStudy, {
      as: race.researcher,
      params: { id: study.id },
      body: { addresses: [address] },
    });
    await readEmailLink(race.app, address, '/open-studies/');
    const [invitation] = await selectRows(sql<{ invitationId: string; hash: string }>`
      select invitation_id as "invitationId", address_hash as hash from identity.invitations where study_id = ${study.id}`);
    const token = signInvitationToken(readIdentityConfig(race.app.settings), invitation!);
    const [holder, other] = [race.personAt(2 * round), race.personAt(2 * round + 1)];
    const accept = { params: { token }, body: { takesOtherAddress: true } };
    await race.app.call(acceptInvitation, { as: holder, ...accept });
    const body = registration(address, { role: 'PARTICIPANT' });
    const headers = { cookie: firstCookie(await race.app.call(registerPerson, { body })) };
    const [owner] = await selectRows(sql<{ id: string }>`
      select user_id as id from identity.people where email = ${address}`);
    const secret = await emailSecret(race.app, owner?.id ?? '', 'VERIFY_EMAIL');
    await race.callers<{ status: number }>((index, { call }) => {
      if (index === 0) return call(verifyEmail, { body: { token: secret }, headers });
      if (index === 1) return call(acceptInvitation, { as: other, ...accept });
      return apply({ call }, holder, study);
    }, 3);
    await waitForJobs(race.app);
    const isIn = await selectRows(sql<{ id: string }>`
      select participant_id as id from project.invited_people where study_id = ${study.id}`);
    const applied = await selectRows(sql<{ id: string }>`
      select applicant_id as id from project.applications where study_id = ${study.id}`);
    // A holder who has applied keeps it; otherwise it belongs to the owner of the address.
    expect(isIn).toEqual([{ id: applied.length === 0 ? owner?.id : holder.userId }]);
    expect(applied.every(({ id }) => id === holder.userId)).toBe(true);
  }));
