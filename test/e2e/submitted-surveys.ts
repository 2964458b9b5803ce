import type { Locator, Page } from '@playwright/test';
import { madeUpParticipants } from '@app/demo/participants.ts';
import { DEMO_PASSWORD } from '@app/demo/people.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import {
  enterCompletionCode,
  finishSubmission,
  readSurvey,
  startSubmission,
} from '@app/contracts/project/submissions.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { onlinePlan } from '../../services/project/test/submissions.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { newVerifiedResearcher } from './people.ts';
import { applyByCall, newDraft, newProject } from './studies.ts';

const people = madeUpParticipants().filter(({ devices }) => devices.includes('MOBILE_PHONE'));

/** A study with a survey that these numbers of people have submitted, with and without a code. */
export async function newSubmitted(product: Product, { withCode = 0, withoutCode = 0 }) {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Radio');
  const draft = await newDraft(product, researcher, project.id, {
    name: `How you listen ${crypto.randomUUID().slice(0, 8)}`,
    gender: ['FEMALE', 'MALE', 'OTHERS'],
    minimumAge: 18,
  });
  const params = { id: draft.id };
  const body = onlinePlan({ desiredNumberOfParticipants: withCode + withoutCode + 2 });
  const study = await callProduct(product, publishStudy, { as: researcher, params, body });
  const { codes } = await callProduct(product, readSurvey, { as: researcher, params });
  const code = codes.find(({ meaning }) => meaning === 'COMPLETED')?.code ?? '';
  const submit = async (at: number) => {
    const { email } = people[at]!;
    const as = await callProduct(product, logIn, { body: { email, password: DEMO_PASSWORD } });
    await applyByCall(product, as, study);
    const { id } = await callProduct(product, startSubmission, { as, params });
    if (at < withCode) await callProduct(product, enterCompletionCode, { as, body: { code } });
    else
      await callProduct(product, finishSubmission, {
        as,
        params: { id },
        body: { note: 'The page was empty' },
      });
  };
  // In turn: the people take places of one study, and their order is that of the list.
  for (let at = 0; at < withCode + withoutCode; at += 1) await submit(at);
  return { researcher, study };
}

export const submittedTab = (page: Page): Locator =>
  page
    .getByRole('radiogroup', { name: applicantWords.statusFilter })
    .getByText(new RegExp(`^${applicantWords.submitted}`));
