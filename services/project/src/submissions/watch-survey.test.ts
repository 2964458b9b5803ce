import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { publishStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import * as calls from '@app/contracts/project/submissions.ts';
import { projectEmailWords as words } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { emailTo, untilSent } from '#test/jobs.ts';
import {
  makeOnline,
  makePaidOnline,
  makeStarted,
  makeSubmissionOlder,
  makeSubmitted,
  onlinePlan,
} from '#test/submissions.ts';

const app = useApp();
let researcher: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});

const newPerson = () => registerParticipant(app, { withProfile: true });
const readOwn = async ({ id }: Study) => {
  const { content } = await app.call(readStudy, { as: researcher, params: { id } });
  return content.audience === 'RESEARCHER' ? content : undefined;
};
const stateOf = async (study: Study) => (await readOwn(study))?.state;
async function finishWithoutCode(study: Study): Promise<void> {
  const participant = await newPerson();
  const { id } = await makeStarted(app, participant, study);
  const params = { id };
  const answer = await app.call(calls.finishSubmission, { as: participant, params, body: {} });
  expect(answer.status).toBe(200);
}
const countEmails = async (kind: keyof typeof words) => {
  await untilSent(app);
  return (await app.mailbox.read(researcher.email)).filter(({ subject }) => subject === words[kind].subject)
    .length;
};

test('three people without a code pause a study in which nobody had one, and after it is resumed three more', async () => {
  const study = await makeOnline(app, researcher);
  for (const state of ['PUBLISHED', 'PUBLISHED', 'PAUSED']) {
    await finishWithoutCode(study);
    expect(await stateOf(study)).toBe(state);
  }
  await emailTo(app, researcher, words.SURVEY_PAUSED.subject);
  await app.call(resumeStudy, { as: researcher, params: { id: study.id } });
  for (const state of ['PUBLISHED', 'PUBLISHED', 'PAUSED']) {
    await finishWithoutCode(study);
    expect(await stateOf(study)).toBe(state);
  }
  expect(await countEmails('SURVEY_PAUSED')).toBe(2);
});

test('a completed code shows that the survey works, and older people do not count', async () => {
  const study = await makeOnline(app, researcher);
  const sent = await countEmails('SURVEY_PAUSED');
  const older = await newPerson();
  const { id } = await makeStarted(app, older, study);
  await app.call(calls.finishSubmission, { as: older, params: { id }, body: {} });
  await makeSubmissionOlder(app, id, '61 minutes');
  for (let people = 0; people < 2; people += 1) await finishWithoutCode(study);
  expect(await stateOf(study)).toBe('PUBLISHED');
  await makeSubmitted(app, { researcher, participant: await newPerson(), study });
  for (let people = 0; people < 2; people += 1) await finishWithoutCode(study);
  expect([await stateOf(study), await countEmails('SURVEY_PAUSED')]).toEqual(['PUBLISHED', sent]);
});

test('after ten submissions the card shows a time well over the promised one, and the researcher hears it once', async () => {
  const study = await makePaidOnline(app, researcher, { desiredNumberOfParticipants: 10 });
  const takes = async (minutes: number) => {
    const participant = await newPerson();
    const { id } = await makeStarted(app, participant, study);
    await makeSubmissionOlder(app, id, `${minutes} minutes`);
    return makeSubmitted(app, { researcher, participant, study });
  };
  for (let people = 0; people < 9; people += 1) await takes(people < 4 ? 9 : 14);
  const reader = await newPerson();
  const card = async () =>
    (await app.call(browseStudies, { as: reader, query: { size: 100 } })).content.find(
      ({ id }) => id === study.id,
    )?.survey;
  expect(await card()).toMatchObject({ minutes: 8, medianMinutes: null });
  await takes(14);
  expect((await readOwn(study))?.survey).toMatchObject({ minutes: 8, medianMinutes: 14 });
  const email = await emailTo(app, researcher, words.SURVEY_LONGER.subject);
  // The pay of GH₵ 50.00 is for 8 minutes, so 14 minutes are worth GH₵ 37.50 more. A bonus has whole cedis.
  expect(email.text).toMatch(/You said 8 minutes[\s\S]*took 14 minutes or more[\s\S]*GH₵ 38\.00/);
  const { survey } = onlinePlan();
  const body = onlinePlan({ survey: { ...survey, screenOutPay: 5 }, desiredNumberOfParticipants: 10 });
  const again = await app.call(publishStudy, { as: researcher, params: { id: study.id }, body });
  expect(again.status).toBe(200);
  expect(await countEmails('SURVEY_LONGER')).toBe(1);
});

test('a time at most 1.3 times the promised one is not shown', async () => {
  const study = await makeOnline(app, researcher);
  for (let people = 0; people < 10; people += 1) {
    const participant = await newPerson();
    const { id } = await makeStarted(app, participant, study);
    await makeSubmissionOlder(app, id, '10 minutes');
    await makeSubmitted(app, { researcher, participant, study });
  }
  expect((await readOwn(study))?.survey?.medianMinutes).toBeNull();
});
