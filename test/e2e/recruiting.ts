import type { Page } from '@playwright/test';
import { madeUpParticipants } from '@app/demo/participants.ts';
import { DEMO_PASSWORD } from '@app/demo/people.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { applyToStudy, withdrawApplication } from '@app/contracts/project/applications.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { planBody, studyBody } from '../../services/project/test/studies.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { enterAs } from './people.ts';
import { logInAs } from './screens/screen-data.ts';

export const QUESTIONS = studyBody('').screeners.map(({ question }) => question);

/** No other test counts studies for these people: the others are women. */
const wanted = { gender: ['MALE', 'OTHERS'], maximumAge: 70 } as const;
const people = madeUpParticipants().filter(
  ({ devices, gender }) => devices.includes('MOBILE_PHONE') && gender !== 'FEMALE',
);
/** The people at these indexes have another gender than the rest. */
export const PLACES_OF_OTHERS = [...people.entries()]
  .filter(([, { gender }]) => gender === 'OTHERS')
  .map(([place]) => place);

export interface Recruiting {
  researcher: SignedInUser;
  studyId: string;
  path: string;
  /** The next person applies; one who never pays with mobile money does not qualify. */
  apply: (answer?: 'Every day' | 'Never') => Promise<RecruitedPerson>;
}

export interface RecruitedPerson {
  name: string;
  applicationId: string;
  withdraw: () => Promise<void>;
}

/**
 * Creates a study of Ama's to which people apply in turn, starting at one of them: tests do not share an
 * inbox.
 */
export async function startRecruiting(
  product: Product,
  { places = 12, from = 0, isDraft = false } = {},
): Promise<Recruiting> {
  const researcher = await logInAs(product, 'ama');
  const body = { creatorId: researcher.userId, projectName: 'Recruiting', description: '' };
  const project = await callProduct(product, createProject, { as: researcher, body });
  const draft = studyBody(project.id, {
    name: `Recruiting ${crypto.randomUUID().slice(0, 8)}`,
    gender: [...wanted.gender],
    maximumAge: wanted.maximumAge,
  });
  const study = await callProduct(product, createStudy, { as: researcher, body: draft });
  const params = { id: study.id };
  if (!isDraft) {
    const plan = planBody({ desiredNumberOfParticipants: places });
    await callProduct(product, publishStudy, { as: researcher, params, body: plan });
  }
  let next = from;
  return {
    researcher,
    studyId: study.id,
    path: `/dashboard/study-applicants/${study.id}`,
    async apply(answer = 'Every day') {
      const { email, firstName, lastName, userId } = people[next++]!;
      const as = await callProduct(product, logIn, { body: { email, password: DEMO_PASSWORD } });
      const answers = [answer, 'At the market'];
      const responses = QUESTIONS.map((question, at) => ({
        id: String(at + 1),
        question,
        answer: answers[at],
      }));
      const { id } = await callProduct(product, applyToStudy, {
        as,
        params,
        body: { applicantId: userId, responses },
      });
      return {
        name: `${firstName} ${lastName}`,
        applicationId: id,
        withdraw: async () => {
          await callProduct(product, withdrawApplication, { as, params: { id } });
        },
      };
    },
  };
}

/** Opens the page of a study's applicants as its researcher. */
export async function openApplicants(page: Page, { researcher, path }: Recruiting): Promise<void> {
  await enterAs(page, researcher, path);
}

export const table = (page: Page) => page.getByRole('table', { name: words.tableLabel });
export const rowOf = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
export const toggleOf = (page: Page, name: string) =>
  table(page).getByRole('rowheader').getByRole('button', { name, exact: true });
/** Reads the accessible names: rows off screen are not rendered, and the initials are visual only. */
export const applicantNames = (page: Page) =>
  table(page).getByRole('rowheader').locator('button > :not([aria-hidden])').allTextContents();
export const recruitingButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
