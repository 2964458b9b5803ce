import type { Page } from '@playwright/test';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import type { NewStudy } from '@app/contracts/project/studies.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { putItems } from './stored-items.ts';
import { logInAs } from './screens/screen-data.ts';

export const details = {
  name: 'Market round',
  publicName: 'Paying at the market',
  description: 'We talk for half an hour about how you pay and are paid.',
  deviceRequirements: ['MOBILE_PHONE'],
} satisfies Partial<NewStudy>;

export const demographics = {
  minimumAge: 18,
  maximumAge: 60,
  gender: ['MALE', 'FEMALE', 'OTHERS'],
  education: ['DIPLOMA', 'BACHELORS_DEGREE'],
  annualHouseholdIncome: ['LESS_THAN_10000', 'BETWEEN_10000_30000'],
} satisfies Partial<NewStudy>;

export const screeners = [
  {
    id: 'aaaaaa',
    question: 'How do you pay at the market?',
    options: [
      { id: 'bbbbbb', answer: 'Mobile money', eligibility: 'QUALIFY' },
      { id: 'cccccc', answer: 'Cash only', eligibility: 'DISQUALIFY' },
    ],
  },
] satisfies NewStudy['screeners'];

/** The stored drafts of the first three stages, under the keys of section 3. */
export const storedStages = {
  studyDetails: details,
  participantsDemographics: demographics,
  screenerSurvey: screeners,
};

/** Stage 2 for any adult. */
export const everybody = {
  ...demographics,
  gender: [...GENDERS],
  education: [...EDUCATION_LEVELS],
  annualHouseholdIncome: [...INCOME_RANGES],
};

export type Kept = Partial<Record<keyof typeof storedStages | 'studyAvailability', unknown>>;

export interface WizardGround {
  ama: SignedInUser;
  project: string;
  projectPath: string;
  wizardPath: string;
}

/** Creates a project for each test, so that its list shows only this test's studies. */
export async function createWizardGround(product: Product): Promise<WizardGround> {
  const ama = await logInAs(product, 'ama');
  const body = { creatorId: ama.userId, projectName: 'Wizard', description: '' };
  const { id } = await callProduct(product, createProject, { as: ama, body });
  return {
    ama,
    project: id,
    projectPath: `/dashboard/project/${id}`,
    wizardPath: `/dashboard/create-study/${id}`,
  };
}

/** Signs in as Ama, with these drafts of a study in the browser. */
export async function bringDrafts(page: Page, { ama }: WizardGround, drafts: Kept = {}): Promise<void> {
  await putItems(page, { user: ama, ...drafts });
}

/** Opens a stage from the project page, with the stored earlier stages. */
export async function openStage(
  page: Page,
  product: Product,
  stage: 1 | 2 | 3 | 4,
  drafts: Kept = Object.fromEntries(Object.entries(storedStages).slice(0, stage - 1)),
): Promise<WizardGround> {
  const ground = await createWizardGround(product);
  await bringDrafts(page, ground, drafts);
  await page.goto(`${ground.wizardPath}?step=${stage}`);
  return ground;
}

export const readStoredDraft = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, key);
