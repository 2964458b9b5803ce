import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { projectEmailWords as words } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, notifyOfDecisions } from '#test/applicants.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import { apply } from '#test/studies.ts';
import {
  ADDRESS,
  decideOnSubmissions,
  makeOnline,
  makeStarted,
  makeSubmissionOlder,
  makeSubmitted,
  rejection,
  runSubmissionSchedule,
  start,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});

const newPerson = () => registerParticipant(app, { withProfile: true });
const notified = async (as: SignedInUser, study: Study) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content
    .filter(({ params }) => params.studyId === study.id)
    .map(({ kind }) => kind);
const subjects = async ({ email }: { email: string }) => {
  await untilSent(app);
  return (await app.mailbox.read(email)).map(({ subject }) => subject);
};
const count = async (person: SignedInUser, kind: keyof typeof words) =>
  (await subjects(person)).filter((subject) => subject === words[kind].subject).length;
const passTime = async (id: string, age: string) => {
  await makeSubmissionOlder(app, id, age);
  await runSubmissionSchedule(app);
};
const acceptLater = async (study: Study, as: SignedInUser) => {
  const { content } = await apply(app, as, study);
  await decide(app, researcher, study.id, [content.id], { status: 'ACCEPTED' });
  return content.id;
};

test('an acceptance gives the place until a time, and nothing once the survey is open', async () => {
  const study = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const quick = await newPerson();
  await acceptLater(study, participant);
  await acceptLater(study, quick);
  expect((await start(app, quick, study.id)).status).toBe(200);
  await notifyOfDecisions(app);
  await sql`update project.application_steps set at = at - interval '1 minute'`.execute(app.engine.owner);
  await runSubmissionSchedule(app);
  const { text } = await emailTo(app, participant, words.SURVEY_PLACE.subject);
  expect(text).toMatch(/Please open the survey before \w+ \d+ \w+/);
  expect(text).toContain('8 minutes');
  expect(text).not.toMatch(/choose a time|meet/i);
  expect(await notified(participant, study)).toEqual(['SURVEY_PLACE']);
  expect(await count(quick, 'SURVEY_PLACE')).toBe(0);
});

test('a place is announced once, and not again when its study is resumed', async () => {
  const study = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const applicationId = await acceptLater(study, participant);
  const announced = async () => {
    await sql`update project.application_steps set at = at - interval '11 minutes'
      where application_id = ${applicationId}`.execute(app.engine.owner);
    await runSubmissionSchedule(app);
    return count(participant, 'SURVEY_PLACE');
  };
  expect(await announced()).toBe(1);
  for (const call of [pauseStudy, resumeStudy])
    expect((await app.call(call, { as: researcher, params: { id: study.id } })).status).toBe(200);
  expect(await announced()).toBe(1);
  await decide(app, researcher, study.id, [applicationId], { status: 'PENDING' });
  await decide(app, researcher, study.id, [applicationId], { status: 'ACCEPTED' });
  await sql`update project.reminders set sent_at = sent_at - interval '12 minutes'
    where about_id = ${applicationId}`.execute(app.engine.owner);
  expect(await announced()).toBe(2);
});

test('half an hour before the end of a place, and of an open survey, there is one reminder', async () => {
  const study = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const applicationId = await acceptLater(study, participant);
  const age = (time: string) =>
    sql`update project.application_steps set at = at - ${time}::interval where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
  await age('71 hours');
  await runSubmissionSchedule(app);
  expect(await count(participant, 'SURVEY_ENDS_SOON')).toBe(0);
  await age('31 minutes');
  await runSubmissionSchedule(app);
  await runSubmissionSchedule(app);
  expect(await count(participant, 'SURVEY_ENDS_SOON')).toBe(1);
  const { subject } = words.SURVEY_ENDS_SOON;
  const needsTime = async () =>
    (await app.mailbox.read(participant.email)).flatMap((email) =>
      email.subject === subject ? [email.text.includes('If you need more time')] : [],
    );
  expect((await emailTo(app, participant, subject)).text).toMatch(/Please open the survey before/);
  expect(await needsTime()).toEqual([false]);
  const { content } = await start(app, participant, study.id);
  await passTime(content.id, '31 minutes');
  expect(await count(participant, 'SURVEY_ENDS_SOON')).toBe(2);
  expect((await needsTime()).filter(Boolean)).toHaveLength(1);
  await app.call(calls.extendSubmission, { as: participant, params: { id: content.id } });
  await passTime(content.id, '61 minutes');
  expect(await count(participant, 'SURVEY_ENDS_SOON')).toBe(3);
  expect((await needsTime()).filter(Boolean)).toHaveLength(1);
  expect(await notified(participant, study)).toContain('SURVEY_ENDS_SOON');

  const atOnce = await newPerson();
  await apply(app, atOnce, await makeOnline(app, researcher));
  await runSubmissionSchedule(app);
  expect(await count(atOnce, 'SURVEY_ENDS_SOON')).toBe(0);
});

test('nobody is asked to open a survey of a paused or closed study, and a place ends with the last day', async () => {
  const study = await makeOnline(app, researcher, { choosing: 'AFTER_ACCEPTANCE' });
  const applicationId = await acceptLater(study, participant);
  const params = { id: study.id };
  const statusAfter = async (time: string) => {
    await sql`update project.application_steps set at = at - ${time}::interval where application_id = ${applicationId}`.execute(
      app.engine.owner,
    );
    await runSubmissionSchedule(app);
    const { content } = await app.call(listOwnApplications, { as: participant, query: {} });
    return content.find((one) => one.study.id === study.id)?.status;
  };
  await app.call(pauseStudy, { as: researcher, params });
  expect(await statusAfter('73 hours')).toBe('ACCEPTED');
  await statusAfter('-72 hours');
  await app.call(closeStudy, { as: researcher, params });
  await statusAfter('1 minute');
  expect(await statusAfter('70 hours 40 minutes')).toBe('ACCEPTED');
  expect(await statusAfter('-71 hours')).toBe('ACCEPTED');
  expect([await count(participant, 'SURVEY_PLACE'), await count(participant, 'SURVEY_ENDS_SOON')]).toEqual([
    0, 0,
  ]);
  await sql`update project.studies set closes_on = (now() at time zone 'UTC')::date - 1 where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(await statusAfter('1 minute')).toBe('PENDING');
});

test('a rejection is notified once it is final, with its reason and how to object; an undone one never', async () => {
  const study = await makeOnline(app, researcher);
  const undone = await newPerson();
  const [id, other] = [
    await makeSubmitted(app, { researcher, participant, study }),
    await makeSubmitted(app, { researcher, participant: undone, study }),
  ];
  await decideOnSubmissions(app, { researcher, study }, [id, other], rejection);
  await runSubmissionSchedule(app);
  expect(await count(participant, 'SURVEY_REJECTED')).toBe(0);
  await decideOnSubmissions(app, { researcher, study }, [other], { decision: 'UNDO' });
  await passTime(id, '11 minutes');
  await runSubmissionSchedule(app);
  const { text } = await emailTo(app, participant, words.SURVEY_REJECTED.subject, rejection.note);
  expect(text).toMatch(/Most answers were empty[\s\S]*Every answer of this survey is empty/);
  expect(text).toContain('tell us before');
  expect([await count(participant, 'SURVEY_REJECTED'), await notified(participant, study)]).toEqual([
    1,
    ['SURVEY_REJECTED'],
  ]);
  expect(await count(undone, 'SURVEY_REJECTED')).toBe(0);

  const statement = 'I answered all of the questions.';
  await app.call(calls.appealRejection, { as: participant, params: { id }, body: { statement } });
  await runSubmissionSchedule(app);
  const admin = { email: app.settings['ADMIN_EMAIL'] ?? '' };
  const email = await emailTo(app, admin, words.SURVEY_DISPUTED.subject, statement);
  expect(email.text).toContain(`npm run admin -- decide-survey ${id}`);
  expect(email.text).not.toContain('Without your decision');
  expect(email.links).toContainEqual(expect.stringContaining(`/open-studies/${study.id}`));
});

test('a researcher is asked to approve after 24 and 48 hours, once for all surveys of a study', async () => {
  const study = await makeOnline(app, researcher);
  const ids = [
    await makeSubmitted(app, { researcher, participant, study }),
    await makeSubmitted(app, { researcher, participant: await newPerson(), study }),
  ];
  const after = async (age: string) => {
    for (const id of ids) await makeSubmissionOlder(app, id, age);
    // Keys hold the time at which the survey was submitted, which this moves.
    await sql`update project.reminders set sent_at = sent_at - ${age}::interval, starts_at = starts_at - ${age}::interval`.execute(
      app.engine.owner,
    );
    await sql`delete from project.notifications`.execute(app.engine.owner);
    await sql`delete from identity.requested_emails`.execute(app.engine.owner);
    await runSubmissionSchedule(app);
    return count(researcher, 'SURVEYS_WAIT');
  };
  expect([await after('23 hours'), await after('2 hours'), await after('10 hours')]).toEqual([0, 1, 1]);
  expect((await emailTo(app, researcher, words.SURVEYS_WAIT.subject)).text).toContain('2 surveys wait');
  await decideOnSubmissions(app, { researcher, study }, [ids[1]!], { decision: 'APPROVE' });
  expect([await after('14 hours'), await after('1 hour')]).toEqual([2, 2]);
});

test('a researcher is asked after 72 hours too, about a survey that silence does not approve', async () => {
  const other = await registerResearcher(app, { verified: true });
  const { id } = await makeStarted(app, participant, await makeOnline(app, other));
  await app.call(calls.finishSubmission, { as: participant, params: { id }, body: {} });
  await passTime(id, '80 hours');
  expect(await count(other, 'SURVEYS_WAIT')).toBe(1);
});

test('a corrected address is sent only to those who have the survey open', async () => {
  const study = await makeOnline(app, researcher);
  const finished = await newPerson();
  await makeStarted(app, participant, study);
  await makeSubmitted(app, { researcher, participant: finished, study });
  const body = { address: `${ADDRESS}&v=2` };
  for (let times = 0; times < 2; times += 1)
    await app.call(calls.correctSurvey, { as: researcher, params: { id: study.id }, body });
  for (let times = 0; times < 2; times += 1) await runSubmissionSchedule(app);
  expect([await count(participant, 'SURVEY_CORRECTED'), await count(finished, 'SURVEY_CORRECTED')]).toEqual([
    1, 0,
  ]);
  expect(await notified(participant, study)).toContain('SURVEY_CORRECTED');
});
