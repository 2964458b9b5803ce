import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MAX_LISTED } from '@app/contracts/address-list.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  INVITATIONS_PER_DAY,
  INVITATIONS_PER_ADDRESS,
  acceptInvitation,
  countInvited,
  inviteToStudy,
  neverInvite,
} from '@app/contracts/identity/invitations.ts';
import { changeOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { closeStudy, deleteStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  profileBody,
  readEmailLink,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { deleteAccount } from '@app/test/support/account-deletion.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished } from '../../../project/test/studies.ts';
import { readIdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { openDb } from '../open-db.ts';
import { readOwnData } from '../data-export/read-data-export.ts';
import { deletions } from '../retention-job.ts';
import { deleteOldLists } from './invite-people.ts';
import { INVITATION } from './emails.ts';
import { sendDueInvitations } from './send-invitations.ts';
import { claimInvitations } from './queries.ts';

const app = useApp();
let owner: SignedInUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

let number = 0;
const newAddress = () => `invited-${(number += 1)}@example.test`;
const publish = async (as = owner) => {
  const own = as === owner ? projectId : (await makeProject(app, as)).id;
  return makePublished(app, as, { projectId: own, isInviteOnly: true });
};
const invite = (study: { id: string }, addresses: string[], as = owner) =>
  app.call(inviteToStudy, { as, params: { id: study.id }, body: { addresses } });
const inviteAndListAnswers = async (study: Study, addresses: string[]) => {
  const answer = await invite(study, addresses);
  expect([answer.status, answer.json['code']]).toEqual([200, undefined]);
  return answer.content.answers;
};
const emailsTo = async (address: string) =>
  (await app.mailbox.read(address)).filter(({ subject }) => subject.includes('invited to a study'));
const isOpenTo = async (person: SignedInUser, { id }: Study) => {
  const { content } = await app.call(readStudy, { as: person, params: { id } });
  if (content.audience !== 'PARTICIPANT') throw new Error('Read as its researcher');
  const { content: found } = await app.call(browseStudies, { as: person });
  expect(found.some((card) => card.id === id)).toBe(content.unmetRequirements.length === 0);
  return content.unmetRequirements.length === 0;
};
const run = (query: ReturnType<typeof sql>) => query.execute(app.engine.owner);
const letRemindersComeDue = ({ id }: Study) =>
  run(
    sql`update identity.invitations set invited_at = invited_at - interval '73 hours' where study_id = ${id}`,
  );
const tokenIn = (link: URL) => link.searchParams.get('invitation') ?? '';
/** The token in the invitation email that an address received. */
const tokenTo = async (address: string) => tokenIn(await readEmailLink(app, address, '/open-studies/'));
const stop = (token: string) => app.call(neverInvite, { params: { token } });
const handle = () => openDb(app.engine, readIdentityConfig(app.settings).IDENTITY_DATA_KEYS);

test('each address gets one invitation and one reminder with the company’s name, each with its own link', async () => {
  const study = await publish();
  const [first, second] = [newAddress(), newAddress()];
  expect(await inviteAndListAnswers(study, [first, ` ${second.toUpperCase()} `, first])).toEqual([
    'TAKEN',
    'TAKEN',
    'DOUBLE',
  ]);
  const [link, other] = [
    await readEmailLink(app, first, '/open-studies/'),
    await readEmailLink(app, second, '/open-studies/'),
  ];
  expect(link.pathname).toBe(`/open-studies/${study.id}`);
  expect(link.searchParams.get('from')).toBe('invitation');
  expect(tokenIn(link)).not.toBe(tokenIn(other));
  const [email] = await emailsTo(first);
  expect(email?.text).toContain('Market Square Research');
  expect(email?.text).toContain(study.publicName);
  expect(email?.text).not.toContain(study.name);

  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(first)).toHaveLength(1);
  await letRemindersComeDue(study);
  for (let time = 0; time < 2; time += 1) {
    await inviteAndListAnswers(study, [newAddress()]);
    await waitForJobs(app);
  }
  expect((await emailsTo(first)).map(({ subject }) => subject).toSorted()).toEqual([
    'A reminder: you are invited to a study',
    'You are invited to a study',
  ]);
});

test('the invitation names the ethics committee, unless its name contains a contact', async () => {
  const approval = { approval: 'APPROVED', number: 'AP/31/27', validUntil: dayAhead(90) } as const;
  const emailTextOf = async (committee: string) => {
    const ethics = { ...approval, committee };
    const study = await makePublished(app, owner, { projectId, isInviteOnly: true, ethics });
    const address = newAddress();
    await inviteAndListAnswers(study, [address]);
    await waitForJobs(app);
    return (await emailsTo(address))[0]?.text;
  };
  expect(await emailTextOf('CHRPE, KNUST')).toContain('Ethics approval: CHRPE, KNUST, number AP/31/27');
  expect(await emailTextOf('See www.approved.example')).not.toContain('Ethics approval');
});

test('an invitation leaves out the researcher, whose name may change, and a company name that contains a contact', async () => {
  const asker = await registerResearcher(app, { verified: true });
  const names = { firstName: 'You won', lastName: 'Nine Hundred' };
  expect((await app.call(changeOwnAccount, { as: asker, body: names })).status).toBe(200);
  await run(
    sql`update identity.companies set company_name = 'Momo-prize.com' where user_id = ${asker.userId}`,
  );
  const study = await publish(asker);
  const address = newAddress();
  await invite(study, [address], asker);
  await waitForJobs(app);
  const [email] = await emailsTo(address);
  expect(email?.text).toContain(study.publicName);
  expect(email?.text).not.toMatch(/You won|Nine Hundred|Momo-prize/);
});

test('invalid addresses are reported row by row, and the answer does not reveal who has an account', async () => {
  const study = await publish();
  const person = await registerParticipant(app, { withProfile: true });
  const rows = ['=cmd@example.test', 'not an address', person.email, owner.email, newAddress(), '+1@x.com'];
  expect(await inviteAndListAnswers(study, rows)).toEqual([
    'FORMULA',
    'NOT_AN_ADDRESS',
    'TAKEN',
    'TAKEN',
    'TAKEN',
    'FORMULA',
  ]);
  expect((await app.call(countInvited, { as: owner, params: { id: study.id } })).content).toEqual({
    listed: 3,
  });
  const other = await registerResearcher(app, { verified: true });
  expect((await app.call(countInvited, { as: other, params: { id: study.id } })).content).toEqual({
    listed: 0,
  });
  expect((await invite(study, [newAddress()], other)).json['code']).toBe('STUDY_NOT_FOUND');
});

test('only a published invite-only study invites, and never for a suspended or unverified researcher', async () => {
  const draft = await makeDraft(app, owner, { projectId, isInviteOnly: true });
  const open = await makePublished(app, owner, { projectId });
  const paused = await publish();
  await app.call(pauseStudy, { as: owner, params: { id: paused.id } });
  const closed = await publish();
  await app.call(closeStudy, { as: owner, params: { id: closed.id } });
  const deleted = await makeDraft(app, owner, { projectId, isInviteOnly: true });
  await app.call(deleteStudy, { as: owner, params: { id: deleted.id } });
  const codes = [];
  for (const study of [draft, open, paused, closed, deleted])
    codes.push((await invite(study, [newAddress()])).json['code']);
  expect(codes).toEqual([
    'STUDY_IS_DRAFT',
    'STUDY_IS_PUBLISHED',
    'STUDY_IS_PAUSED',
    'STUDY_IS_CLOSED',
    'STUDY_NOT_FOUND',
  ]);
  const revoked = await registerResearcher(app, { verified: true });
  const study = await publish(revoked);
  await run(sql`update identity.companies set status = 'PENDING' where user_id = ${revoked.userId}`);
  expect((await invite(study, [newAddress()], revoked)).json['code']).toBe('NOT_VERIFIED');
});

test('the account of a listed address gets access, a stranger once they verify it, and no one else', async () => {
  const study = await publish();
  const known = await registerParticipant(app, { withProfile: true });
  const outsider = await registerParticipant(app, { withProfile: true });
  const later = newAddress();
  await inviteAndListAnswers(study, [known.email, later]);
  await expect.poll(() => isOpenTo(known, study)).toBe(true);
  expect(await isOpenTo(outsider, study)).toBe(false);
  expect((await apply(app, outsider, study)).json['code']).toBe('STUDY_DOES_NOT_FIT');
  // With the study's URL they read only what its public page shows.
  const readAs = async (as: SignedInUser) =>
    (await app.call(readStudy, { as, params: { id: study.id } })).content;
  const hidden = { description: '', screeners: [], consent: null, ethics: null };
  expect(await readAs(outsider)).toMatchObject({ publicName: study.publicName, ...hidden });
  expect(await readAs(known)).toMatchObject({ description: study.description });
  expect(await readAs(known)).not.toMatchObject(hidden);
  const stranger = await registerVerified(app, 'PARTICIPANT', { email: later });
  await app.call(submitUserInformation, { as: stranger, body: profileBody(stranger.userId) });
  await expect.poll(() => isOpenTo(stranger, study)).toBe(true);
});

test('a researcher who signs up with an invited address does not use up the invitation', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  await registerVerified(app, 'RESEARCHER', { email: address });
  await waitForJobs(app);
  const { rows } = await sql`
    select user_id as "userId" from identity.invitations where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ userId: null }]);
});

const accept = async (as: SignedInUser, token: string, takesOtherAddress = false) => {
  const answer = await app.call(acceptInvitation, { as, params: { token }, body: { takesOtherAddress } });
  return answer.json['code'] ?? answer.status;
};

test('the link asks a person with another address first, and admits one of them; an invalid one admits no one', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  const token = await tokenTo(address);
  const [guest, second] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  expect(await accept(guest, `${crypto.randomUUID()}${token.slice(36)}`, true)).toBe('TOKEN_NOT_VALID');
  expect(await accept(guest, token)).toBe('INVITATION_OF_OTHER_ADDRESS');
  expect(await isOpenTo(guest, study)).toBe(false);
  expect([await accept(guest, token, true), await accept(guest, token)]).toEqual([204, 204]);
  expect([await accept(second, token), await accept(second, token, true)]).toEqual([
    'INVITATION_USED',
    'INVITATION_USED',
  ]);
  expect([await isOpenTo(guest, study), await isOpenTo(second, study)]).toEqual([true, false]);
  expect((await apply(app, guest, study)).status).toBe(201);
  // A person who has applied gets no reminder.
  await letRemindersComeDue(study);
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(1);
});

test('the owner of the address takes over an invitation from a person who has not applied', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  const token = await tokenTo(address);
  const guest = await registerParticipant(app, { withProfile: true });
  expect(await accept(guest, token, true)).toBe(204);
  const kofi = await registerVerified(app, 'PARTICIPANT', { email: address });
  await app.call(submitUserInformation, { as: kofi, body: profileBody(kofi.userId) });
  await expect.poll(() => isOpenTo(kofi, study)).toBe(true);
  expect(await isOpenTo(guest, study)).toBe(false);
  expect((await apply(app, guest, study)).json['code']).toBe('STUDY_DOES_NOT_FIT');
  expect([await accept(guest, token, true), await accept(kofi, token)]).toEqual(['INVITATION_USED', 204]);
  expect((await apply(app, kofi, study)).status).toBe(201);
});

test('a person who applied by an invitation keeps it, and its owner gets no further email', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  const token = await tokenTo(address);
  const guest = await registerParticipant(app, { withProfile: true });
  await accept(guest, token, true);
  expect((await apply(app, guest, study)).status).toBe(201);
  const kofi = await registerVerified(app, 'PARTICIPANT', { email: address });
  await app.call(submitUserInformation, { as: kofi, body: profileBody(kofi.userId) });
  await waitForJobs(app);
  expect(await isOpenTo(kofi, study)).toBe(false);
  expect(await accept(kofi, token)).toBe('INVITATION_USED');
  await letRemindersComeDue(study);
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(1);
});

test('a person with access by their own address leaves another’s invitation to its owner', async () => {
  const study = await publish();
  const ama = await registerParticipant(app, { withProfile: true });
  const address = newAddress();
  await inviteAndListAnswers(study, [address, ama.email]);
  await expect.poll(() => isOpenTo(ama, study)).toBe(true);
  const token = await tokenTo(address);
  expect(await accept(ama, token, true)).toBe(204);
  const kofi = await registerVerified(app, 'PARTICIPANT', { email: address });
  await app.call(submitUserInformation, { as: kofi, body: profileBody(kofi.userId) });
  await expect.poll(() => isOpenTo(kofi, study)).toBe(true);
  expect(await isOpenTo(ama, study)).toBe(true);
});

test('an opt-out takes one click, holds for all researchers, and is not revealed to any of them', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  const token = await tokenTo(address);
  expect((await stop(`${crypto.randomUUID()}${token.slice(36)}`)).status).toBe(400);
  expect([(await stop(token)).status, (await stop(token)).status]).toEqual([204, 204]);
  const other = await registerResearcher(app, { verified: true });
  const theirs = await publish(other);
  expect((await invite(theirs, [address], other)).content.answers).toEqual(['TAKEN']);
  expect(await inviteAndListAnswers(study, [address])).toEqual(['DOUBLE']);
  await letRemindersComeDue(study);
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(1);
  const { rows } = await sql`
    select invited_address as address, reminded_at as "remindedAt" from identity.invitations
    where study_id = ${study.id} and stopped_at is not null`.execute(app.engine.owner);
  expect(rows).toEqual([{ address: null, remindedAt: null }]);
});

test('an opt-out outlasts the account of the researcher and the list', async () => {
  const deletedResearcher = await registerResearcher(app, { verified: true });
  const study = await publish(deletedResearcher);
  const address = newAddress();
  await invite(study, [address], deletedResearcher);
  const token = await tokenTo(address);
  await app.call(closeStudy, { as: deletedResearcher, params: { id: study.id } });
  await deleteAccount(app, deletedResearcher);
  const rows = await sql`select from identity.invitations where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows.rows).toEqual([]);
  const person = await registerParticipant(app, { withProfile: true });
  expect(await accept(person, token, true)).toBe('TOKEN_NOT_VALID');
  expect((await stop(token)).status).toBe(204);
  await inviteAndListAnswers(await publish(), [address]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(1);
});

test('a deleted person does not get an invitation that was waiting for their mailbox', async () => {
  const study = await publish();
  const person = await registerParticipant(app, { withProfile: true });
  await app.call(pauseStudy, { as: owner, params: { id: study.id } });
  const { db, seal } = handle();
  const list = { study_id: study.id, researcher_id: owner.userId };
  await db.insertInto('identity.invitation_lists').values(list).execute();
  await db
    .insertInto('identity.invitations')
    .values({
      invitation_id: crypto.randomUUID(),
      study_id: study.id,
      address_hash: seal.keyedHash(toMailbox(person.email)),
      invited_address: person.email,
    })
    .execute();
  await deleteAccount(app, person);
  await app.call(resumeStudy, { as: owner, params: { id: study.id } });
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(person.email)).toEqual([]);
});

test('tags and dots in a Gmail address do not make another mailbox, for lists, opt-outs and accounts', async () => {
  const study = await publish();
  const name = `invited.${(number += 1)}`;
  const [address, ...others] = [
    `${name}+a@gmail.com`,
    `${name.replace('.', '')}@gmail.com`,
    `in.${name.slice(2)}+b+c@googlemail.com`,
  ] as const;
  expect(await inviteAndListAnswers(study, [address, ...others])).toEqual(['TAKEN', 'DOUBLE', 'DOUBLE']);
  const token = await tokenTo(address);
  expect((await stop(token)).status).toBe(204);
  const next = await publish();
  expect(await inviteAndListAnswers(next, [...others])).toEqual(['TAKEN', 'DOUBLE']);
  await waitForJobs(app);
  for (const other of others) expect(await emailsTo(other)).toEqual([]);
  const stranger = await registerVerified(app, 'PARTICIPANT', { email: others[0] });
  await app.call(submitUserInformation, { as: stranger, body: profileBody(stranger.userId) });
  await expect.poll(() => isOpenTo(stranger, study)).toBe(true);
});

/** Writes the email of a study's only invitation; `study` is the project service's answer about the study. */
async function writeInvitation({ id }: Study, study: () => Promise<object>) {
  const { rows } = await sql<{ id: string }>`
    select invitation_id as id from identity.invitations where study_id = ${id}`.execute(app.engine.owner);
  const invitationId = rows[0]!.id;
  const config = readIdentityConfig(app.settings);
  const deps = { ...handle(), config, callProject: study } as unknown as Deps;
  const job = { id: '', kind: INVITATION.name, userId: owner.userId, invitationId, isReminder: false };
  return INVITATION.write(deps, job);
}
const openStudy = {
  publicName: 'Market days',
  durationInMinutes: 30,
  incentive: 0,
  isOpen: true,
  endedAt: null,
  hasApplied: false,
};

test('an email that is due while its study is paused waits until the study resumes', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  await waitForJobs(app);
  expect(await writeInvitation(study, async () => ({ ...openStudy, isOpen: false }))).toBeUndefined();
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(2);
});

test.each([
  ['has ended', { endedAt: '2026-01-01T00:00:00.000Z' }],
  ['has its reader as an applicant', { hasApplied: true }],
])('no email leaves about a study that %s', async (_, change) => {
  const study = await publish();
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await writeInvitation(study, async () => openStudy)).toBeDefined();
  expect(await writeInvitation(study, async () => ({ ...openStudy, ...change }))).toBeUndefined();
});

test('an email in progress is not sent if its reader opts out meanwhile', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  const token = await tokenTo(address);
  expect(await writeInvitation(study, async () => openStudy)).toMatchObject({ to: address });
  const optOut = () => stop(token).then(() => openStudy);
  expect(await writeInvitation(study, optOut)).toBeUndefined();
});

test('an email in progress waits if its researcher may no longer invite', async () => {
  const revoked = await registerResearcher(app, { verified: true });
  const [study, other] = [await publish(revoked), await publish(revoked)];
  for (const one of [study, other]) await invite(one, [newAddress()], revoked);
  await waitForJobs(app);
  const revoke = async () => {
    await run(sql`update identity.companies set status = 'PENDING' where user_id = ${revoked.userId}`);
    return openStudy;
  };
  expect(await writeInvitation(study, revoke)).toBeUndefined();
  const { rows } = await sql`
    select study_id as id from identity.invitations
    where study_id in (${study.id}, ${other.id}) and invited_at is null`.execute(app.engine.owner);
  expect(rows).toEqual([{ id: study.id }]);
});

test('a failing list does not block others, and fails the job', async () => {
  const [broken, study] = [await publish(), await publish()];
  for (const { id } of [broken, study]) {
    await run(
      sql`insert into identity.invitation_lists (study_id, researcher_id) values (${id}, ${owner.userId})`,
    );
    await run(sql`
      insert into identity.invitations (invitation_id, study_id, address_hash)
      values (gen_random_uuid(), ${id}, ${`waits for ${id}`})`);
  }
  const callProject = async (_: unknown, { params }: { params: { id: string } }) => {
    if (params.id === broken.id) throw new Error('It does not answer');
    return openStudy;
  };
  const deps = { ...handle(), callProject, jobs: { send: async () => {} } } as unknown as Deps;
  await expect(sendDueInvitations(deps)).rejects.toThrow(`Failed: ${broken.id}`);
  const { rows } = await sql`
    select study_id as id from identity.invitations
    where address_hash like 'waits for %' and invited_at is not null`.execute(app.engine.owner);
  expect(rows).toEqual([{ id: study.id }]);
});

test('a list is limited to a number of addresses', async () => {
  const study = await publish();
  await inviteAndListAnswers(study, [newAddress()]);
  await run(sql`
    insert into identity.invitations (invitation_id, study_id, address_hash, invited_at)
    select gen_random_uuid(), ${study.id}, 'listed ' || at, now() - interval '40 days' from generate_series(3, ${MAX_LISTED}::int) as at`);
  expect(await inviteAndListAnswers(study, [newAddress(), newAddress()])).toEqual(['TAKEN', 'TOO_MANY']);
});

test('a suspended person is not invited', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  await run(sql`update identity.people set suspended_at = now() where user_id = ${person.userId}`);
  await inviteAndListAnswers(await publish(), [person.email]);
  await waitForJobs(app);
  expect(await emailsTo(person.email)).toEqual([]);
});

test.each([
  'Win at www.phish.example',
  'Call 024 123 4567',
  'See phish.shop',
  'zero two four four one two three four five six',
  'evil․com',
  'Dial *920*77*1#',
  'EVIL.GH',
  'evil dot com',
])('an email to a stranger does not contain the name “%s”', async (publicName) => {
  const study = await makePublished(app, owner, { projectId, isInviteOnly: true, publicName });
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  await waitForJobs(app);
  const [email] = await emailsTo(address);
  expect(email?.text).toContain('Market Square Research');
  expect(email?.text).not.toContain(publicName);
});

test('no email is sent for a closed study, and its list is deleted 90 days later', async () => {
  const study = await publish();
  const address = newAddress();
  await inviteAndListAnswers(study, [address]);
  await readEmailLink(app, address, '/open-studies/');
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  await letRemindersComeDue(study);
  await inviteAndListAnswers(await publish(), [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(1);
  const { db } = handle();
  const lists = async () =>
    (
      await db
        .selectFrom('identity.invitation_lists')
        .select('ended_at')
        .where('study_id', '=', study.id)
        .execute()
    ).length;
  await deleteOldLists(db, 10);
  expect(await lists()).toBe(1);
  await run(
    sql`update identity.invitation_lists set ended_at = ended_at - interval '91 days' where study_id = ${study.id}`,
  );
  expect(Object.values(deletions({ MOST_PASSWORD_TRIES: 1 }))).toContainEqual({
    deleteSome: deleteOldLists,
    batch: 5,
  });
  await deleteOldLists(db, 10);
  expect(await lists()).toBe(0);
  expect(
    (await sql`select from identity.invitations where study_id = ${study.id}`.execute(app.engine.owner)).rows,
  ).toEqual([]);
});

test('researchers have a daily limit and addresses a monthly one, and the rest waits', async () => {
  const address = newAddress();
  for (let time = 0; time < INVITATIONS_PER_ADDRESS; time += 1) {
    await inviteAndListAnswers(await publish(), [address]);
    await waitForJobs(app);
  }
  const study = await publish();
  await inviteAndListAnswers(study, [address]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(INVITATIONS_PER_ADDRESS);
  await run(sql`
    update identity.invitations set invited_at = invited_at - interval '31 days', reminded_at = now()
    where address_hash = (select address_hash from identity.invitations where study_id = ${study.id})`);
  await inviteAndListAnswers(study, [newAddress()]);
  await waitForJobs(app);
  expect(await emailsTo(address)).toHaveLength(INVITATIONS_PER_ADDRESS + 1);

  const other = await registerResearcher(app, { verified: true });
  const theirs = await publish(other);
  await run(sql`
    insert into identity.invitation_lists (study_id, researcher_id) values (${theirs.id}, ${other.userId})`);
  await run(sql`
    insert into identity.invitations (invitation_id, study_id, address_hash, invited_at)
    select gen_random_uuid(), ${theirs.id}, 'made up ' || at, case when at < ${INVITATIONS_PER_DAY} then now() end
    from generate_series(1, ${INVITATIONS_PER_DAY + 1}::int) as at`);
  const { db } = handle();
  const take = () =>
    db
      .transaction()
      .execute((trx) => claimInvitations(trx, { studyId: theirs.id, researcherId: other.userId }));
  expect([(await take()).length, (await take()).length]).toEqual([1, 0]);
});

test('a deleted person gets no further email, and their data file lists their invitations', async () => {
  const study = await publish();
  const person = await registerParticipant(app, { withProfile: true });
  await inviteAndListAnswers(study, [person.email]);
  await expect.poll(() => isOpenTo(person, study)).toBe(true);
  await waitForJobs(app);
  const { db } = handle();
  const exported = JSON.stringify(await readOwnData(db, person.userId));
  expect(exported).toContain('Invitations to you');
  expect(JSON.stringify(await readOwnData(db, owner.userId))).not.toContain(person.email);
  await run(sql`delete from identity.people where user_id = ${person.userId}`);
  const { rows } = await sql`
    select invited_address as address, user_id as "userId", stopped_at is not null as "isStopped"
    from identity.invitations where study_id = ${study.id}`.execute(app.engine.owner);
  expect(rows).toEqual([{ address: null, userId: null, isStopped: true }]);
});

test('addresses are encrypted where they are stored', async () => {
  await inviteAndListAnswers(await publish(), [newAddress(), newAddress()]);
  const { rows } = await sql<{ address: string }>`
    select invited_address as address from identity.invitations where invited_address is not null`.execute(
    app.engine.owner,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ address }) => !address.startsWith('sealed:'))).toEqual([]);
});
