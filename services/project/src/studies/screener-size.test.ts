import { beforeAll, expect, test } from 'vitest';
import { validation } from '@app/words/validation.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import {
  type ScreenerQuestion,
  type Study,
  MAX_SCREENER_BYTES,
  ScreenerSurvey,
} from '@app/contracts/project/studies.ts';
import { MAX_CONSENT_BYTES } from '@app/contracts/project/ethics.ts';
import { createStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject, planBody, responsesTo, studyBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** The longest character: a letter with fifteen combining marks of three bytes. */
const TALL = `a${'\u20d0'.repeat(15)}`;

/**
 * Returns a screener of this character and size. The longest choice of each question is as long as the
 * question.
 */
function makeScreener(character: string, bytes: number): ScreenerQuestion[] {
  const screener: ScreenerQuestion[] = [];
  for (let length = 250; length > 0;) {
    const next = makeQuestion(screener.length, character.repeat(length));
    if (jsonBytes([...screener, next]) <= bytes) screener.push(next);
    else length -= 1;
  }
  for (const { options } of screener) {
    const last = options.at(-1);
    // Plain letters fill the remaining bytes.
    if (last) last.answer = 'x'.repeat(Math.min(250, bytes - jsonBytes(screener)));
  }
  return screener;
}

function makeQuestion(number: number, text: string): ScreenerQuestion {
  const id = (kind: string) => `${kind}${String(number).padStart(5, '0')}`;
  const options: ScreenerQuestion['options'] = [
    { id: id('b'), answer: text, eligibility: 'QUALIFY' },
    { id: id('c'), answer: '', eligibility: 'DISQUALIFY' },
  ];
  return { id: id('a'), question: text, options };
}

const largest = (character: string, screeners: ScreenerQuestion[]) => {
  const [name, description] = [`x${TALL.repeat(49)}`, TALL.repeat(250)];
  const ethics = { approval: 'NOT_NEEDED', reason: description } as const;
  const consentText = TALL.repeat(Math.floor((MAX_CONSENT_BYTES - 2) / Buffer.byteLength(TALL)));
  return studyBody(projectId, { name, publicName: name, description, screeners, ethics, consentText });
};

test.each([
  ['letters of two bytes', 'é'],
  ['emoji of four bytes', '😀'],
  ['families of emoji', '👨‍👩‍👧‍👦'],
  ['quotes', '"'],
  ['tabs', '\t'],
  ['letters under many signs', TALL],
])(
  'IN-5 the longest screener is accepted with the longest study, and so are the longest answers: %s',
  async (_, character) => {
    const screeners = makeScreener(character, MAX_SCREENER_BYTES);
    expect(jsonBytes(screeners)).toBe(MAX_SCREENER_BYTES);
    const body = largest(character, screeners);
    const created = await app.call(createStudy, { as: researcher, body });
    expect(created.status).toBe(201);
    const study: Study = created.content;
    expect(study.screeners).toEqual(screeners);
    expect(study.description).toBe(body.description);
    const params = { id: study.id };
    expect((await app.call(publishStudy, { as: researcher, params, body: planBody() })).status).toBe(200);
    const responses = responsesTo(study);
    const application = { applicantId: participant.userId, responses, consentVersion: 1 };
    expect((await app.call(applyToStudy, { as: participant, params, body: application })).status).toBe(201);
    const { content } = await app.call(listApplicants, { as: researcher, params });
    expect(content).toMatchObject([{ responses }]);
  },
);

test('IN-5 six hundred short choices fit, as the message says', () => {
  const screeners = Array.from({ length: 30 }, (_, number) => ({
    id: `q${String(number).padStart(5, '0')}`,
    question: 'Which of these do you use most often?',
    options: Array.from({ length: 20 }, (_option, at) => ({
      id: `c${String(number * 20 + at).padStart(5, '0')}`,
      answer: 'Mobile money',
      eligibility: 'DISQUALIFY' as const,
    })),
  }));
  expect(ScreenerSurvey.safeParse(screeners).success).toBe(true);
});

test('IN-5 one byte more is refused with its own message, in a new and in an edited study', async () => {
  const screeners = makeScreener('"', MAX_SCREENER_BYTES + 1);
  const refusal = {
    status: 400,
    json: { content: [{ message: validation.screenerTooLong(44), field: 'screeners' }] },
  };
  const body = studyBody(projectId, { screeners });
  expect(await app.call(createStudy, { as: researcher, body })).toMatchObject(refusal);
  const { id } = await makeDraft(app, researcher, { projectId });
  const edited = await app.call(editStudy, { as: researcher, params: { id }, body: { screeners } });
  expect(edited).toMatchObject(refusal);
});
