import { expect } from '@playwright/test';
import { fundBudget, quoteBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone } from './demo-phones.ts';
import { newVerifiedResearcher } from './people.ts';
import { newDraft, newProject } from './studies.ts';

/** Creates a draft with this incentive for each participant. */
export async function createDraft(product: Product, incentive: number) {
  const researcher = await newVerifiedResearcher(product);
  const { id: projectId } = await newProject(product, researcher, 'Paid talks');
  const study = await newDraft(product, researcher, projectId, { name: 'Market mornings', incentive });
  return { researcher, study };
}

/** Creates a draft of one place, or more, paid by phone. */
export async function createPaidDraft(product: Product, incentive = 20, places = 1) {
  const { researcher: as, study } = await createDraft(product, incentive);
  const body = { studyId: study.id, incentiveInPesewas: incentive * 100, places };
  const { totalInPesewas } = await callProduct(product, quoteBudget, { as, body });
  const phone = await readPhone(product);
  const source = { network: 'MTN', phoneNumber: phone.number } as const;
  await callProduct(product, fundBudget, { as, body: { ...body, totalInPesewas, source } });
  await answerPrompt(product, phone, 'APPROVE');
  const read = () => callProduct(product, readBudget, { as, params: { studyId: study.id } });
  await expect.poll(async () => (await read()).fundings[0]?.state).toBe('SUCCEEDED');
  return { researcher: as, study };
}
