import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { TestApp } from './app.ts';
import { PLACES, makeFundedBudget } from './budgets.ts';
import { planBody } from '../../services/project/test/studies.ts';

/** Creates a published study that pays ten participants GH₵ 50.00 each. */
export async function makePaidStudy(
  app: Pick<TestApp, 'call' | 'engine'>,
  researcher: SignedInUser,
): Promise<Study> {
  const { studyId } = await makeFundedBudget(app, researcher);
  const params = { id: studyId };
  const body = planBody({ desiredNumberOfParticipants: PLACES });
  const published = await app.call(publishStudy, { as: researcher, params, body });
  if (published.status !== 200) throw new Error(`Publishing answered ${JSON.stringify(published.json)}`);
  const { content } = await app.call(readStudy, { as: researcher, params });
  if (content.audience !== 'RESEARCHER') throw new Error('It is read by its researcher');
  return content;
}
