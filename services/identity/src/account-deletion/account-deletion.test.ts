import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { sendAccountDeletionCode } from '@app/contracts/identity/account-deletion.ts';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { remarkApplicant } from '@app/contracts/project/applicants.ts';
import { renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { changeConsent, closeStudy } from '@app/contracts/project/study-calls.ts';
import { createLog } from '@app/kit/log.ts';
import { emailWords } from '@app/words/emails.ts';
import { findMarkers } from '@app/test/support/every-row.ts';
import { requestDeletion, waitUntilErased, deleteAccount } from '@app/test/support/account-deletion.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  companyBody,
  registerParticipant,
  registerResearcher,
  registerVerified,
} from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { accept, makeBooked } from '../../../project/test/meetings.ts';
import { apply, makeDraft, makeProject, makePublished } from '../../../project/test/studies.ts';
import { readIdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { openDb } from '../open-db.ts';
import { eraseInOtherServices } from './delete-account.ts';

const app = useApp({}, createLog('debug', { write: (line) => lines.push(line) }));
const lines: string[] = [];

const run = (text: ReturnType<typeof sql>) => text.execute(app.engine.owner);
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as })).content.map(({ kind }) => kind);

// The second test uses the participant of the first.
describe('a researcher', { shuffle: false }, () => {
  const marks = {
    firstName: 'Yaaresearch',
    lastName: 'Gonemark',
    companyName: 'Companymark',
    businessName: 'Businessmark',
    website: 'https://websitemark.example',
    supervisor: 'Supervisormark',
    projectName: 'Projectmark',
    description: 'Descriptionmark of the study',
    name: 'Studynamemark, wave 1',
    draft: 'Draftmark',
    draftConsent: 'Draftconsentmark',
    unreadConsent: 'Consentmark that nobody agreed to',
    approval: 'Approvalmark',
    place: 'Placemark',
    remark: 'Remarkofmark',
    payer: '+233244999009',
  };
  let researcher: SignedInUser;
  let participant: SignedInUser;

  test('closes open studies first and then deletes the account; applicants keep their own record', async () => {
    const { firstName, lastName } = marks;
    const registered = await registerVerified(app, 'RESEARCHER', { firstName, lastName });
    const company = {
      ...companyBody(registered.userId),
      companyName: marks.companyName,
      businessName: marks.businessName,
      website: marks.website,
      isInstitution: true,
      supervisor: marks.supervisor,
    };
    await app.call(submitCompanyInformation, { as: registered, body: company });
    await run(sql`update identity.companies set status = 'VERIFIED' where user_id = ${registered.userId}`);
    researcher = registered;
    participant = await registerParticipant(app, { withProfile: true });
    const { id: projectId } = await makeProject(app, researcher, marks.projectName);
    await makeDraft(app, researcher, {
      projectId,
      name: marks.draft,
      publicName: marks.draft,
      consentText: marks.draftConsent,
    });
    const { name, description } = marks;
    const { id } = await makePublished(app, researcher, {
      projectId,
      name,
      description,
      publicName: 'Kept for all',
      consentText: marks.unreadConsent,
      ethics: { approval: 'NOT_NEEDED', reason: marks.approval },
    });
    const text = 'What they agreed to';
    const changed = await app.call(changeConsent, { as: researcher, params: { id }, body: { text } });
    const study = changed.content;
    await run(sql`
      update project.studies set meeting_details = ${JSON.stringify({ place: marks.place })}::jsonb where study_id = ${study.id}`);
    const { content: application } = await apply(app, participant, study);
    const accepted = await registerParticipant(app, { withProfile: true });
    await accept(app, { researcher, participant: accepted, study });
    await app.call(remarkApplicant, {
      as: researcher,
      params: { id: study.id, applicationId: application.id },
      body: { remarks: marks.remark },
    });
    await app.call(renewCalendarFeed, { as: researcher });
    expect((await requestDeletion(app, researcher)).json).toMatchObject({
      status: 409,
      code: 'STUDIES_ARE_OPEN',
    });
    await app.call(closeStudy, { as: researcher, params: { id: study.id } });

    await run(sql`
      insert into payment.budgets (study_id, researcher_id, incentive_in_pesewas, payout_fee_in_pesewas, collection_fee_points, places)
      values (${study.id}, ${researcher.userId}, 5000, 100, 195, 1)`);
    expect((await requestDeletion(app, researcher)).json).toMatchObject({
      status: 409,
      code: 'BUDGET_IS_OPEN',
    });
    await run(
      sql`update payment.budgets set state = 'CLOSED', closed_at = now() where study_id = ${study.id}`,
    );
    const fundingId = crypto.randomUUID();
    await run(sql`
      insert into payment.fundings (funding_id, study_id, provider, reference, network, phone_number, asked_in_pesewas, state, next_at)
      values (${fundingId}, ${study.id}, 'mtn', ${crypto.randomUUID()}, 'MTN', ${marks.payer}, 100, 'EXPIRED', null)`);
    expect((await requestDeletion(app, researcher)).json).toMatchObject({
      status: 409,
      code: 'PAYMENT_NOT_FINAL',
    });
    await run(sql`update payment.fundings set state = 'FAILED' where funding_id = ${fundingId}`);
    await waitForJobs(app);
    const found = await findMarkers(app, Object.values(marks));
    expect(Object.values(marks).filter((mark) => !found.some((hit) => hit.endsWith(mark)))).toEqual([]);

    await deleteAccount(app, researcher);
    expect(await findMarkers(app, Object.values(marks))).toEqual([]);
    expect(Object.values(marks).filter((mark) => lines.join('\n').includes(mark))).toEqual([]);
    // The text is part of the applicants' own record.
    expect(await findMarkers(app, [text])).toEqual([expect.stringContaining('project.study_consents')]);
    // The researcher can no longer answer them.
    const readApplications = async (as: SignedInUser) =>
      (await app.call(listOwnApplications, { as })).content;
    for (const person of [participant, accepted]) {
      const statuses = async () => (await readApplications(person)).map(({ status }) => status);
      await expect.poll(statuses).toEqual(['DECLINED']);
      expect(await findNotifications(person)).toEqual(expect.arrayContaining(['STUDY_CLOSED', 'DECLINED']));
    }
    const { study: storedStudy, history } = application;
    const ended = {
      status: 'DECLINED',
      at: expect.any(String),
      by: 'RESEARCHER',
      reason: 'STUDY_ENDED',
      note: null,
    };
    expect(await readApplications(participant)).toEqual([
      {
        ...application,
        status: 'DECLINED',
        history: [...history, ended],
        study: { ...storedStudy, companyName: null, recruitmentStatus: 'CLOSED', hasEnded: true },
      },
    ]);
    // No accepted applicant can book a time with a researcher who no longer exists.
    expect((await run(sql`select from project.study_slots where study_id = ${study.id}`)).rows).toEqual([]);
  });

  test('with future meetings must hold or cancel them first', async () => {
    const busy = await registerResearcher(app, { verified: true });
    const { study } = await makeBooked(app, { researcher: busy, participant });
    await app.call(closeStudy, { as: busy, params: { id: study.id } });
    expect((await requestDeletion(app, busy)).json).toMatchObject({ status: 409, code: 'MEETINGS_TO_COME' });
  });
});

describe('a person without a password', () => {
  const codeTo = async ({ email }: SignedInUser) => {
    await waitForJobs(app);
    const message = (await app.mailbox.read(email)).find(
      ({ subject }) => subject === emailWords.accountDeletionCode.subject,
    );
    return /\b(\d{4} \d{4})\b/.exec(message?.text ?? '')?.[1] ?? '';
  };

  test('deletes the account with the code of a recent email; the code belongs to them and works once', async () => {
    const [person, other] = [
      await registerVerified(app, 'RESEARCHER'),
      await registerVerified(app, 'RESEARCHER'),
    ];
    await run(
      sql`update identity.people set password_hash = null where user_id in (${person.userId}, ${other.userId})`,
    );
    expect((await requestDeletion(app, person, {})).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ field: 'code' }],
    });
    expect((await app.call(sendAccountDeletionCode, { as: person })).status).toBe(204);
    const code = await codeTo(person);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    expect((await requestDeletion(app, other, { code })).json).toMatchObject({ code: 'CODE_NOT_VALID' });
    const wrong = code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`;
    expect((await requestDeletion(app, person, { code: wrong })).json).toMatchObject({
      code: 'CODE_NOT_VALID',
    });
    await run(sql`update identity.email_tokens set expires_at = now() where user_id = ${person.userId}`);
    expect((await requestDeletion(app, person, { code })).json).toMatchObject({ code: 'CODE_NOT_VALID' });
    await app.call(sendAccountDeletionCode, { as: person });
    await waitForJobs(app);
    const again = await codeTo(person);
    expect(again).not.toBe(code);
    await deleteAccount(app, person, { code: again });
    expect((await app.call(readOwnAccount, { as: other })).status).toBe(200);
  });
});

test('one of many concurrent requests succeeds, and the others are logged out', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  const answers = await Promise.all(Array.from({ length: 5 }, () => requestDeletion(app, person)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  await waitUntilErased(app, person);
});

test('the deleted person gets one confirmation email, and no job stores the address', async () => {
  const email = 'lastemailmark@example.test';
  const person = await registerVerified(app, 'PARTICIPANT', { email });
  await deleteAccount(app, person);
  const { subject } = emailWords.accountDeleted;
  const sent = async () => (await app.mailbox.read(email)).filter((message) => message.subject === subject);
  await expect.poll(sent).toHaveLength(1);
  const { rows } = await run(sql`select 1 from identity_jobs.job where data::text like '%lastemailmark%'`);
  expect(rows).toEqual([]);
});

test('a person can create one data file at a time, and another one after it is read', async () => {
  const person = await registerVerified(app, 'PARTICIPANT');
  const downloads = Array.from({ length: 5 }, () => app.call(downloadOwnData, { as: person }));
  const statuses = (await Promise.all(downloads)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 429, 429, 429, 429]);
  for (let time = 0; time < 2; time += 1) {
    expect((await app.call(downloadOwnData, { as: person })).status).toBe(200);
  }
});

test('a failing erasure in another service does not block others, and is retried', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const { db } = openDb(app.engine, readIdentityConfig(app.settings).IDENTITY_DATA_KEYS);
  const erased: string[] = [];
  const call = async (_: unknown, { params: { userId } }: { params: { userId: string } }) => {
    if (userId === first) throw new Error('It does not answer');
    erased.push(userId);
  };
  const deps = { db, callProject: call, callPayment: call } as unknown as Deps;
  await run(sql`insert into identity.left_people (user_id) values (${first}), (${second})`);
  await expect(eraseInOtherServices(deps)).rejects.toThrow(`Failed: ${first}`);
  expect(erased).toEqual([second, second]);
  const { rows } = await run(sql`
    delete from identity.left_people where user_id in (${first}, ${second})
    returning user_id as id, next_at <= now() as "isDue"`);
  expect(rows).toContainEqual({ id: first, isDue: true });
});
