import { expect, test } from 'vitest';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { useApp } from '@app/test/support/app.ts';
import { companyBody, emailSecret, registerResearcher } from '@app/test/support/people.ts';
import { codeOrStatus } from '#test/accounts.ts';

const ADMINS = ['ama@institute.test', 'kofi@institute.test'];
const app = useApp({ ADMIN_EMAIL: ADMINS.join(', ') });

test('every address of ADMIN_EMAIL gets the email about a company, and the first decision counts', async () => {
  const as = await registerResearcher(app);
  const { userId } = as;
  await app.call(submitCompanyInformation, { as, body: companyBody(userId) });
  const about = async (admin: string) =>
    (await app.mailbox.read(admin)).filter(({ links }) => links.some((link) => link.endsWith(userId)));
  for (const admin of ADMINS) await expect.poll(() => about(admin)).toHaveLength(1);
  const token = await emailSecret(app, userId, 'DECIDE_COMPANY');
  const decide = (decision: string) =>
    codeOrStatus(app.call(decideCompany, { params: { userId }, body: { token, decision } }));
  const answers = await Promise.all([decide('ACCEPT'), decide('DECLINE')]);
  expect(answers.toSorted()).toEqual([200, 'COMPANY_ALREADY_DECIDED']);
});
