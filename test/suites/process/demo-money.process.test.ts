import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { fundBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import {
  decideSubmissions,
  enterCompletionCode,
  readSurvey,
  startSubmission,
} from '@app/contracts/project/submissions.ts';
import { type DemoPerson, DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import type { listPhones } from '@app/simulators/phones/routes.ts';
import { studyBody } from '../../../services/project/test/studies.ts';
import { onlinePlan } from '../../../services/project/test/submissions.ts';
import { INCENTIVE, fundBody } from '../../support/budgets.ts';
import { callProduct } from '../../e2e/call-product.ts';
import { applyByCall } from '../../e2e/studies.ts';
import { type Layout, startProduct } from '../../support/product.ts';
import { testSecrets } from '../../support/secrets.ts';

const { ama, abena } = DEMO_PEOPLE;

const layouts: Layout[] = ['processes apart, PostgreSQL', 'one process, embedded database'];

test.each<Layout>(layouts)(
  'in the demo money goes from Ama’s phone to Abena’s for a survey, and the books balance: %s',
  async (layout) => {
    const { PUBLIC_URL: _, ...settings } = await testSecrets();
    const product = await startProduct(layout, { ...settings, ATTENDANCE_UNDO_SECONDS: 0 });
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

    const as = await signIn(abena);
    const before = (await readPhone(abena))?.balanceInPesewas ?? 0;
    const params = { id: studyId };
    const plan = onlinePlan({ desiredNumberOfParticipants: 10 });
    const study = await callProduct(product, publishStudy, { as: researcher, params, body: plan });
    await applyByCall(product, as, study);
    const { id } = await callProduct(product, startSubmission, { as, params });
    const { codes } = await callProduct(product, readSurvey, { as: researcher, params });
    const code = codes.find(({ meaning }) => meaning === 'COMPLETED')?.code ?? '';
    await callProduct(product, enterCompletionCode, { as, body: { code } });
    const body = { submissionIds: [id], decision: 'APPROVE' };
    await callProduct(product, decideSubmissions, { as: researcher, params, body });
    const query = { participantId: abena.userId, page: 0, size: 10 };
    const paid = async () =>
      (await callProduct(product, listPayouts, { as, query })).filter((one) => one.studyId === studyId);
    await expect.poll(paid).toMatchObject([{ state: 'SUCCEEDED', amountInPesewas: INCENTIVE }]);
    expect((await readPhone(abena))?.balanceInPesewas).toBe(before + INCENTIVE);

    const folder = await product.stopForCommand?.();
    if (folder === undefined) return;
    // The page docs/money.md has this command.
    const { status, stdout } = spawnSync('npm', ['run', '-s', 'money', '--', 'balance'], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...(await testSecrets()),
        DATA_DIR: folder,
      },
    });
    expect(status).toBe(0);
    const accounts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { account: string; debit: number; credit: number });
    const sum = (side: 'debit' | 'credit') => accounts.reduce((all, one) => all + one[side], 0);
    expect(sum('debit')).toBeGreaterThan(51_000);
    expect(sum('debit') - sum('credit')).toBe(0);
  },
);
