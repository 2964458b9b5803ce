import { expect, onTestFinished, test } from 'vitest';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { fundBudget, promisePlaces, readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts, requestPayout } from '@app/contracts/payment/payouts.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { createStudy } from '@app/contracts/project/study-calls.ts';
import { type DemoPerson, DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import type { listPhones } from '@app/simulators/phones/routes.ts';
import { studyBody } from '../../../services/project/test/studies.ts';
import { INCENTIVE, fundBody } from '../../support/budgets.ts';
import { callProduct } from '../../e2e/call-product.ts';
import { type Layout, startProduct } from '../../support/product.ts';
import { serviceToken } from '../../support/samples/world.ts';
import { testSecrets } from '../../support/secrets.ts';

const { ama, abena } = DEMO_PEOPLE;

const layouts: Layout[] = ['processes apart, PostgreSQL', 'one process, embedded database'];

test.each<Layout>(layouts)('in the demo money goes from Ama’s phone to Abena’s: %s', async (layout) => {
  const { PUBLIC_URL: _, ...settings } = await testSecrets();
  const product = await startProduct(layout, { ...settings, BONUS_UNDO_SECONDS: 0 });
  onTestFinished(() => product.stop());
  const signIn = async ({ email }: DemoPerson) =>
    callProduct(product, logIn, { body: { email, password: DEMO_PASSWORD } });
  const readPhone = async ({ firstName, lastName }: DemoPerson) => {
    const answer = await fetch(`${product.url}/dev/phones.json`);
    const { phones } = (await answer.json()) as { phones: ReturnType<typeof listPhones> };
    return phones.find(({ name }) => name === `${firstName} ${lastName}`);
  };

  const researcher = await signIn(ama);
  const { id: projectId } = await callProduct(product, createProject, {
    as: researcher,
    body: { creatorId: ama.userId, projectName: 'Paid' },
  });
  const { id: studyId } = await callProduct(product, createStudy, {
    as: researcher,
    body: studyBody(projectId, { incentive: INCENTIVE / 100 }),
  });
  const source = { network: 'MTN', phoneNumber: (await readPhone(ama))?.number ?? '' };
  await callProduct(product, fundBudget, { as: researcher, body: { ...fundBody(studyId), source } });
  await expect.poll(async () => (await readPhone(ama))?.prompts).toMatchObject([{ state: 'PENDING' }]);
  const { number, prompts } = (await readPhone(ama)) ?? { number: '', prompts: [] };
  const answered = await fetch(`${product.url}/dev/phones/${number}/prompts/${prompts[0]?.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'APPROVE' }),
  });
  expect([answered.status, await answered.json()]).toMatchObject([200, { state: 'APPROVED' }]);
  const budget = () => callProduct(product, readBudget, { as: researcher, params: { studyId } });
  await expect.poll(budget).toMatchObject({ availableInPesewas: 51_000 });

  const project = { token: await serviceToken({ app: { settings } }, 'project', 'payment') };
  const before = (await readPhone(abena))?.balanceInPesewas ?? 0;
  await callProduct(product, promisePlaces, {
    as: project,
    params: { studyId },
    body: { incentiveInPesewas: INCENTIVE, places: 10 },
  });
  await callProduct(product, requestPayout, {
    as: project,
    params: { applicationId: crypto.randomUUID() },
    body: {
      version: 1,
      studyId,
      participantId: abena.userId,
      participantCode: 'P0123456789AB',
      kind: 'INCENTIVE',
      amountInPesewas: INCENTIVE,
    },
  });
  const participant = await signIn(abena);
  const query = { participantId: abena.userId, page: 0, size: 10 };
  const paid = () => callProduct(product, listPayouts, { as: participant, query });
  await expect.poll(paid).toMatchObject([{ state: 'SUCCEEDED', studyId }]);
  expect((await readPhone(abena))?.balanceInPesewas).toBe(before + INCENTIVE);
});
