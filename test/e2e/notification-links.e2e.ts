import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { notices } from '@app/words/notifications.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { companyBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { enterAs, newPerson, newVerifiedResearcher } from './people.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';
import { expectCount, forAge, pageHeading, items, newElder, open, popup } from './notification-popup.ts';

test('S-206 each notification of a researcher leads to its subject @full', async ({ visit, product }) => {
  const researcher = await newPerson(product);
  const decide = async (decision: 'ACCEPT' | 'DECLINE', companyName: string) => {
    const body = { ...companyBody(researcher.userId), companyName };
    await callProduct(product, submitCompanyInformation, { as: researcher, body });
    const emails = () => linkInEmail(product, 'admin@demo.test', '/accept-company/', researcher.userId);
    const before = used;
    await expect.poll(async () => new URL(await emails()).pathname.split('/')[2]).not.toBe(before);
    used = new URL(await emails()).pathname.split('/')[2]!;
    const params = { userId: researcher.userId };
    await callProduct(product, decideCompany, { params, body: { token: used, decision } });
  };
  let used = '';
  const page = await visit();
  const follow = async (message: string) => {
    await open(page);
    await items(page).getByRole('link', { name: message }).first().click();
    await expect(popup(page)).toBeHidden();
    await expect(pageHeading(page)).toBeVisible();
  };
  await decide('DECLINE', 'Elder Data');
  await expectCount(product, researcher, 1);
  await enterAs(page, researcher, '/dashboard/help');
  await follow(notices.COMPANY_DECLINED());
  await expect(page).toHaveURL(/\/dashboard\/kyc\b/);
  await decide('ACCEPT', 'Elder Data');
  await expectCount(product, researcher, 2);
  await page.goto('/dashboard/help');
  await follow(notices.COMPANY_ACCEPTED());
  await expect(page).toHaveURL(/\/dashboard\/accounts#company$/);
  // The declined applicant needs no decision: the linked page says so.
  await page.goto('/dashboard/help');
  await follow(notices.COMPANY_DECLINED());
  await expect(page.getByText('You are already verified')).toBeVisible();

  const project = await newProject(product, researcher, 'Elders');
  const given = { ...forAge(96), name: 'Old ways' };
  const study = await newPublished(product, researcher, project.id, given);
  const elder = await newElder(product, 96);
  const { id } = await applyByCall(product, elder, study);
  await callProduct(product, withdrawApplication, { as: elder, params: { id } });
  await page.goto('/dashboard/help');
  await open(page);
  await expect(items(page).getByRole('link').first()).toContainText(
    notices.APPLICANT_WITHDREW({ study: 'Old ways' }),
  );
  await page.keyboard.press('Escape');
  for (const message of [
    notices.NEW_APPLICANT({ study: 'Old ways' }),
    notices.APPLICANT_WITHDREW({ study: 'Old ways' }),
  ]) {
    await page.goto('/dashboard/help');
    await follow(message);
    await expect(page).toHaveURL(`/dashboard/study-applicants/${study.id}?applicant=${id}`);
    await expect(page.getByRole('rowheader').getByRole('button', { expanded: true })).toBeFocused();
    await expect(page.getByRole('definition').getByText('Every day')).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('S-206 each notification of a participant leads to its subject, or explains that it is gone @full', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  const elder = await newElder(product, 95);
  const publish = (publicName: string) =>
    newPublished(product, researcher, project.id, { ...forAge(95), publicName });
  const chosen = await publish('Chosen');
  const refused = await publish('Refused');
  const closed = await publish('Over');
  const decided = async (study: typeof chosen, decision: object) => {
    const application = await applyByCall(product, elder, study);
    const body = { applicationIds: [application.id], ...decision };
    await callProduct(product, decideApplicants, { as: researcher, params: { id: study.id }, body });
  };
  // This notification arrives some seconds later, while the test continues.
  await decided(chosen, { status: 'ACCEPTED' });
  await decided(refused, { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await applyByCall(product, elder, closed);
  await callProduct(product, closeStudy, { as: researcher, params: { id: closed.id } });
  const left = await publish('Left to see');
  const gone = await publish('Gone before');
  await expect
    .poll(async () => {
      const notifications = await callProduct(product, listNotifications, {
        as: elder,
        query: { size: 100 },
      });
      return notifications.map(({ message }) => message).join();
    })
    .toContain('Gone before');
  await callProduct(product, closeStudy, { as: researcher, params: { id: gone.id } });

  const page = await visit();
  await enterAs(page, elder, '/dashboard/help');
  const follow = async (message: string | RegExp, to: RegExp, shows: string | RegExp) => {
    await page.goto('/dashboard/help');
    await open(page);
    await items(page).getByRole('link', { name: message }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('main')).toContainText(shows);
  };
  const toMyStudies = (study: typeof chosen) => new RegExp(`/dashboard/studies#${study.id}$`);
  const toStudy = (study: typeof chosen) => new RegExp(`/dashboard/study-apply/${study.id}$`);
  await follow(notices.STUDY_FITS({ study: 'Left to see' }), toStudy(left), 'Left to see');
  await follow(notices.STUDY_FITS({ study: 'Gone before' }), toStudy(gone), /closed|no more applications/i);
  await follow(notices.STUDY_CLOSED({ study: 'Over' }), toMyStudies(closed), 'Over');
  await expect
    .poll(async () => {
      const notifications = await callProduct(product, listNotifications, {
        as: elder,
        query: { size: 100 },
      });
      return notifications.filter(({ message }) => /accepted for|declined/.test(message)).length;
    })
    .toBe(2);
  await follow(notices.ACCEPTED({ study: 'Chosen' }), toMyStudies(chosen), 'Chosen');
  await expect(page.getByRole('heading', { name: 'Chosen', level: 3 })).toBeFocused();
  await follow(/“Refused” was declined/, toMyStudies(refused), 'Refused');
});
