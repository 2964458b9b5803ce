import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listNotifications, markNotification } from '@app/contracts/project/notifications.ts';
import { pauseStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { choiceWords } from '@app/words/choices.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  type OneApplicant,
  accept,
  decline,
  meetOneApplicant,
  resetToPending,
} from '@app/test/support/one-applicant.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { notifyOfDecisions } from '#test/applicants.ts';
import { apply, makePublished } from '#test/studies.ts';
import { untilSent } from '#test/jobs.ts';

const {
  APPLICATION_ACCEPTED: accepted,
  APPLICATION_DECLINED: declined,
  STUDIES_FIT: fits,
} = projectEmailWords;

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});
beforeEach(() => choose(one.participant, { decisions: true, newStudies: true }));

const textsTo = async ({ email }: Pick<SignedInUser, 'email'>, subject: string) => {
  await untilSent(app, 'digests');
  return (await app.mailbox.read(email))
    .filter((message) => message.subject === subject)
    .map(({ text }) => text);
};
const choose = (as: SignedInUser, emails: { decisions: boolean; newStudies: boolean }) =>
  app.call(changeOwnAccount, { as, body: { emails } });

test('NT2 accepted and declined applicants are also emailed, once, and not about an undone decision', async () => {
  const [stillAccepted, refused, undone] = [
    await one.applied('Palm wine'),
    await one.applied('Palm oil'),
    await one.applied('Palm leaves'),
  ];
  await one.decideOn(stillAccepted, accept);
  await one.decideOn(refused, decline);
  await one.decideOn(undone, accept, resetToPending);
  await notifyOfDecisions(app);
  await notifyOfDecisions(app, { again: true });
  const palm = (texts: string[]) => texts.filter((text) => text.includes('Palm'));
  const good = palm(await textsTo(one.participant, accepted.subject));
  expect(good).toEqual([expect.stringContaining('Palm wine')]);
  // The action, and the details that matter for the decision to take part.
  for (const phrase of [
    detailsWords.notPaid,
    choiceWords.durationInMinutes[30],
    meetingWords.way.PHONE,
    'Market Square Research',
    accepted.action,
    paths.chooseTime(stillAccepted.study.id),
  ])
    expect(good[0]).toContain(phrase);
  const bad = palm(await textsTo(one.participant, declined.subject));
  expect(bad).toEqual([expect.stringContaining('All places are filled')]);
  expect(bad[0]).not.toContain('Thank you for your time');
});

test('NT2 a person who does not want these emails gets none, and chooses in the account', async () => {
  const before = await app.call(readOwnAccount, { as: one.participant });
  expect(before.content.emails).toMatchObject({ decisions: true, newStudies: true });
  const count = (await textsTo(one.participant, accepted.subject)).length;
  await choose(one.participant, { decisions: false, newStudies: true });
  await one.decideOn(await one.applied('Shea butter'), accept);
  await notifyOfDecisions(app);
  expect(await textsTo(one.participant, accepted.subject)).toHaveLength(count);
  const after = await app.call(readOwnAccount, { as: one.participant });
  expect(after.content.emails).toMatchObject({ decisions: false, newStudies: true });
});

test('B6 emails of one kind are turned off by POST to the address in their header, without log-in', async () => {
  await one.decideOn(await one.applied('Gari'), accept);
  await notifyOfDecisions(app);
  await untilSent(app, 'digests');
  const emails = await app.mailbox.read(one.participant.email);
  const subjects = new Set<string>([accepted.subject, declined.subject, fits.subject]);
  const optional = emails.filter(({ subject }) => subjects.has(subject));
  expect(emails.filter(({ stopUrl }) => stopUrl !== undefined)).toEqual(optional);
  const { origin, href } = new URL(
    optional.find(({ subject }) => subject === accepted.subject)?.stopUrl ?? '',
  );
  expect(origin).toBe(app.settings['PUBLIC_URL']);
  const url = href.slice(origin.length);
  const readWantedEmails = async () =>
    (await app.call(readOwnAccount, { as: one.participant })).content.emails;
  const post = async (to: string, type: string, payload: string) =>
    app.process.app.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload });
  const form = 'application/x-www-form-urlencoded';

  const redirect = await app.process.app.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } });
  expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/letters']);
  const refused: [string, string, string, number][] = [
    [url.replace('decisions', 'newStudies'), form, 'List-Unsubscribe=One-Click', 400],
    [url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), form, 'List-Unsubscribe=One-Click', 400],
  ];
  for (const [to, type, payload, status] of refused)
    expect([payload, (await post(to, type, payload)).statusCode]).toEqual([payload, status]);
  expect(await readWantedEmails()).toMatchObject({ decisions: true, newStudies: true });

  const parts =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const bodies: [string, string][] = [
    [form, 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', parts],
    ['multipart/form-data', 'List-Unsubscribe=One-Click'],
    [form, ''],
    [form, 'List-Unsubscribe=One-Click&more=1'],
    ['text/plain', 'List-Unsubscribe=One-Click'],
    ['application/json', '{"List-Unsubscribe":"One-Click","more":1}'],
    ['application/json', ''],
  ];
  for (const [type, payload] of bodies) {
    await app.call(changeOwnAccount, { as: one.participant, body: { emails: { decisions: true } } });
    expect([type, payload, (await post(url, type, payload)).statusCode]).toEqual([type, payload, 204]);
    expect(await readWantedEmails()).toMatchObject({ decisions: false, newStudies: true });
  }
  const bare = await app.process.app.inject({ method: 'POST', url });
  expect(bare.statusCode).toBe(204);
  // No other call accepts forms, which pages of other sites could send.
  const other = await post('/mui-identity-service/api/v1/users/reset-password', form, 'email=a@b.test');
  expect(other.statusCode).toBe(415);
});

test('NT2 matching studies come as one email a day, without those ended, applied to, read or unwanted', async () => {
  const [reader, other] = await Promise.all([
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  await choose(other, { decisions: true, newStudies: false });
  const studies: Study[] = [];
  for (const as of [reader, other]) await app.call(browseStudies, { as });
  for (const publicName of ['Kenkey stands', 'Waakye at noon', 'Red red', 'Tuo zaafi'])
    studies.push(await makePublished(app, one.researcher, { projectId: one.projectId, publicName }));
  expect((await apply(app, reader, studies[2]!)).status).toBe(201);
  const paused = { publicName: 'Fufu, paused', projectId: one.projectId };
  const { id } = await makePublished(app, one.researcher, paused);
  await app.call(pauseStudy, { as: one.researcher, params: { id } });
  const ages = { minimumAge: 99, maximumAge: 100 };
  const ofOld = { publicName: 'Kelewele, of old', projectId: one.projectId, ...ages };
  await makePublished(app, one.researcher, ofOld);
  // Participation in another study excludes the person from one study and admits them to another.
  const who = { studies: [studies[2]!.id], who: ['APPLIED' as const] };
  for (const given of [
    { publicName: 'Banku, others', excludedStudies: { ...who, weeks: null } },
    { publicName: 'Banku, once more', requiredStudies: who },
  ])
    await makePublished(app, one.researcher, { projectId: one.projectId, ...given });
  const { content } = await app.call(listNotifications, { as: reader });
  const read = content.find(({ params }) => params.study === 'Tuo zaafi')!;
  await app.call(markNotification, { as: reader, params: { id: read.id }, body: { read: true } });
  for (let time = 0; time < 2; time += 1) {
    await sql`
      insert into project_jobs.job (name, data, singleton_key, policy)
      select 'digests', jsonb_build_object('day', current_date::text), gen_random_uuid()::text, policy
      from project_jobs.queue where name = 'digests'`.execute(app.engine.owner);
    const texts = await textsTo(reader, fits.subject);
    expect(texts).toHaveLength(1);
    for (const name of ['Kenkey stands', 'Waakye at noon', 'Banku, once more'])
      expect(texts[0]).toContain(name);
    for (const name of ['Red red', 'Tuo zaafi', 'Banku, others', 'Fufu, paused', 'Kelewele, of old'])
      expect(texts[0]).not.toContain(name);
  }
  expect(await textsTo(other, fits.subject)).toEqual([]);
});
