import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { confirmAccount } from '@app/contracts/payment/account-check.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import {
  decideSubmissions,
  listOwnSubmissions,
  startSubmission,
} from '@app/contracts/project/submissions.ts';
import { install } from '../../scripts/install.mjs';
import { onlinePlan } from '../../services/project/test/submissions.ts';
import { profileBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { readPhone } from './demo-phones.ts';
import { expect } from './fixtures.ts';
import { createPaidDraft } from './paid-draft.ts';
import { enterAs, newParticipant } from './people.ts';
import { test } from './shifted-clock.ts';
import { applyByCall } from './studies.ts';

const dir = join(import.meta.dirname, '..', '..', 'tools', 'surveyjs');
const HOST = 'https://surveys.example.org';
const ENGINE = {
  '/core.js': 'survey-core/survey.core.min.js',
  '/ui.js': 'survey-js-ui/survey-js-ui.min.js',
};
/** A researcher's page: it takes the id from the query, and its end is the return address. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Radio</title><div id="survey"></div>
  <script src="/core.js"></script><script src="/ui.js"></script>
  <script>
    const query = new URLSearchParams(location.search);
    const survey = new Survey.Model({
      elements: [{ type: 'radiogroup', name: 'when', title: 'When do you listen?', choices: ['Morning', 'Evening'], isRequired: true }],
      navigateToUrl: query.get('back'),
    });
    survey.setValue('participant', query.get('participant'));
    survey.onComplete.add(({ data }) => localStorage.setItem('answers', JSON.stringify(data)));
    survey.render(document.getElementById('survey'));
  </script>`;

test('SurveyJS takes the participant’s code, sends people back, and they are paid', async ({
  visit,
  product,
}) => {
  await install(dir, 'SurveyJS');
  const { researcher, study } = await createPaidDraft(product, 6);
  const survey = {
    address: `${HOST}/radio?participant={{PARTICIPANT}}&back={{RETURN}}`,
    minutes: 8,
    screenOutPay: 0,
  };
  const body = onlinePlan({ survey, desiredNumberOfParticipants: 1 });
  const published = await callProduct(product, publishStudy, {
    as: researcher,
    params: { id: study.id },
    body,
  });
  const participant = await newParticipant(product);
  // The network has another name for their number.
  await callProduct(product, confirmAccount, { as: participant });
  await applyByCall(product, participant, published);
  const { survey: opened } = await callProduct(product, startSubmission, {
    as: participant,
    params: { id: study.id },
  });

  const page = await visit();
  await page.context().route(`${HOST}/**`, (route) => {
    const file = ENGINE[new URL(route.request().url()).pathname as keyof typeof ENGINE];
    return file
      ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dir, 'node_modules', file)) })
      : route.fulfill({ contentType: 'text/html', body: PAGE });
  });
  await enterAs(page, participant);
  await page.goto(opened!.address);
  await page.getByText('Morning').click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL(/\/c\/[A-Z\d]{8}$/);
  const own = () => callProduct(product, listOwnSubmissions, { as: participant });
  await expect.poll(async () => (await own())[0]?.outcome).toBe('CODE');

  const [submission] = await own();
  const approval = { submissionIds: [submission!.id], decision: 'APPROVE' };
  await callProduct(product, decideSubmissions, { as: researcher, params: { id: study.id }, body: approval });
  const payouts = () => callProduct(product, listPayouts, { as: researcher, query: { studyId: study.id } });
  await expect.poll(async () => (await payouts()).map(({ state }) => state)).toEqual(['SUCCEEDED']);
  const { phoneNumber } = profileBody(participant.userId).payment;
  const phone = await readPhone(product, `+233${phoneNumber.slice(1)}`);
  // Every simulated phone starts with GH₵ 20,000.
  expect(phone.balanceInPesewas).toBe(2_000_600);
});
