import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { planBody, studyBody } from '../../services/project/test/studies.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { newVerifiedResearcher } from './people.ts';

/** Calls set these up, for tests about later steps. */
export function newProject(product: Product, as: SignedInUser, projectName: string) {
  const body = { creatorId: as.userId, projectName, description: 'How people pay.' };
  return callProduct(product, createProject, { as, body });
}

export function newDraft(
  product: Product,
  as: SignedInUser,
  projectId: string,
  given: Partial<NewStudy> = {},
): Promise<Study> {
  // Single tests use older people.
  const body = studyBody(projectId, { maximumAge: 80, ...given });
  return callProduct(product, createStudy, { as, body });
}

export async function newPublished(
  product: Product,
  as: SignedInUser,
  projectId: string,
  given: Partial<NewStudy> = {},
  plan: Partial<StudyPublish> = {},
): Promise<Study> {
  const { id } = await newDraft(product, as, projectId, given);
  return callProduct(product, publishStudy, { as, params: { id }, body: planBody(plan) });
}

/** Creates a published study of a new researcher who has no other. */
export async function newStudy(
  product: Product,
  given: Partial<NewStudy> = {},
  plan: Partial<StudyPublish> = {},
) {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Market');
  return { researcher, study: await newPublished(product, researcher, id, given, plan) };
}

/** Applies with the first answer to each of its questions. */
export function applyByCall(
  product: Product,
  as: SignedInUser,
  study: Pick<Study, 'id' | 'screeners' | 'consentVersion'>,
) {
  const responses = study.screeners.map(({ question, options }, at) => ({
    id: String(at + 1),
    question,
    answer: options[0]!.answer,
  }));
  const body = { applicantId: as.userId, responses, consentVersion: study.consentVersion };
  return callProduct(product, applyToStudy, { as, params: { id: study.id }, body });
}
