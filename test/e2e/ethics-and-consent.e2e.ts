import type { Page } from '@playwright/test';
import { bookSlot } from '@app/contracts/project/bookings.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { applicationWords } from '@app/words/applications.ts';
import { chooseTimeWords } from '@app/words/bookings.ts';
import { consentAgreementWords as consenting } from '@app/words/consent-agreements.ts';
import { consentWithdrawalWords as withdrawing } from '@app/words/consent-withdrawal.ts';
import { ethicsWords as words } from '@app/words/ethics.ts';
import { myStudiesWords } from '@app/words/my-studies.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { PHONE_NUMBER } from './bookings.ts';
import { expectToFitPhone } from './phone.ts';
import { readStoredDraft, storedStages, openStage } from './study-wizard-fixtures.ts';

const NAME = 'Talking of ethics';
const COMMITTEE = words.committees[1];
/** All brackets of the template are replaced, since a study with brackets cannot be published. */
const FIRST = words.template.replaceAll(/[[\]]/g, '');
const LATER = 'We talk for an hour, and record it.\n\nYou may stop at any time.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('at 360 px a study with approval and consent goes from wizard to application, a changed text and withdrawn consent', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const { ama, project, projectPath } = await openStage(page, product, 1, {
    ...storedStages,
    studyDetails: { ...storedStages.studyDetails, publicName: NAME },
  });
  const until = dayAhead(60);
  const params = { id: '' };

  await test.step('stage 1 asks for it in a collapsible section, and saves it with the draft', async () => {
    const fold = button(page, wizard.ethicsAndConsent);
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.click();
    await page.getByRole('radio', { name: words.approval.APPROVED }).check();
    await expect(button(page, wizard.continue)).toBeDisabled();
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('combobox', { name: words.committeeLabel }).fill(COMMITTEE);
    await field(page, words.numberLabel).focus();
    await field(page, words.numberLabel).blur();
    await expect(page.getByText(validation.valueRequired)).toBeVisible();
    await field(page, words.numberLabel).fill('AP/31/27');
    await page.getByRole('radio', { name: words.approval.NOT_NEEDED }).check();
    await expect(field(page, words.numberLabel)).toBeHidden();
    await page.getByRole('radio', { name: words.approval.APPROVED }).check();
    await expect(field(page, words.numberLabel)).toHaveValue('AP/31/27');
    await page.getByLabel(words.validUntilLabel).fill(until);
    await button(page, words.fillTemplate).click();
    await expect(field(page, words.consentLabel)).toHaveValue(words.template);
    await expect(button(page, words.fillTemplate)).toBeHidden();
    await field(page, words.consentLabel).fill(FIRST);
    await expectToFitPhone(page);
    await expect
      .poll(() => readStoredDraft(page, 'studyDetails'))
      .toMatchObject({ ethics: { committee: COMMITTEE }, consentText: FIRST });
    await page.reload();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(field(page, words.numberLabel)).toHaveValue('AP/31/27');
    await button(page, wizard.saveDraft).click();
    await expect(page).toHaveURL(projectPath);
    const [draft] = await callProduct(product, listProjectStudies, { as: ama, params: { id: project } });
    params.id = draft!.id;
    expect(await callProduct(product, readStudy, { as: ama, params })).toMatchObject({
      ethics: { approval: 'APPROVED', committee: COMMITTEE, number: 'AP/31/27', validUntil: until },
      consentText: FIRST,
      consentVersion: 1,
    });
    await callProduct(product, publishStudy, { as: ama, params, body: planBody() });
  });

  const person = await newParticipant(product);
  const participantPage = await visitByPhone();
  await test.step('a participant reads about both, and applies after agreeing to the text', async () => {
    await enterAs(participantPage, person, '/dashboard/browse-studies');
    const card = participantPage.getByRole('listitem').filter({ hasText: NAME });
    await expect(card.getByText(studyDetailsWords.approvedBy(COMMITTEE))).toBeVisible();
    await participantPage.goto(`/dashboard/study-apply/${params.id}`);
    await button(participantPage, studyDetailsWords.more).click();
    await expect(participantPage.getByText('AP/31/27')).toBeVisible();
    const consent = participantPage.getByRole('region', { name: consenting.heading });
    await expect(consent).toContainText('Data Protection Act, 2012 (Act 843)');
    await participantPage.getByRole('radio').first().check();
    await expect(button(participantPage, applicationWords.submit)).toBeDisabled();
    await button(participantPage, consenting.toText).click();
    const tick = participantPage.getByRole('checkbox', { name: consenting.agree });
    await expect(tick).toBeFocused();
    await expect(consent.getByText(validation.consentAgreed)).toBeVisible();
    await tick.check();
    await expect
      .poll(() => readStoredDraft(participantPage, `screenerAnswers:${params.id}`))
      .toMatchObject({ consent: '1' });
    await participantPage.reload();
    await expect(tick).toBeChecked();
    await expectToFitPhone(participantPage);
    await button(participantPage, applicationWords.submit).click();
    await expect(participantPage.getByRole('dialog', { name: applicationWords.doneTitle })).toBeVisible();
    const [own] = await callProduct(product, listOwnApplications, { as: person });
    expect(own?.consent).toMatchObject({ version: 1, agreedAt: own?.appliedAt });
  });

  await test.step('the researcher changes the text; the participant agrees with one press', async () => {
    const [own] = await callProduct(product, listOwnApplications, { as: person });
    const body = { applicationIds: [own?.id], status: 'ACCEPTED' };
    await callProduct(product, decideApplicants, { as: ama, params, body });
    await page.goto(`/dashboard/study/${params.id}`);
    await button(page, words.changeConsent).click();
    const dialog = page.getByRole('dialog', { name: words.changeConsent });
    await dialog.getByRole('textbox').fill(LATER);
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(words.version(2), { exact: true })).toBeVisible();
    await button(page, words.changeEthics).click();
    const ethics = page.getByRole('dialog', { name: words.changeEthics });
    await ethics.getByLabel(words.validUntilLabel).fill(dayAhead(90));
    await ethics.getByRole('button', { name: words.save }).click();
    await expect(ethics).toBeHidden();

    await page.goto(`/dashboard/study-applicants/${params.id}`);
    await expect(page.getByTitle(applicantWords.notAgreed).first()).toBeVisible();
    await participantPage.goto(`/dashboard/studies/${params.id}/time`);
    await participantPage.locator('input[name="slotId"]').first().check();
    await participantPage.getByLabel(chooseTimeWords.phone).fill(PHONE_NUMBER);
    await button(participantPage, chooseTimeWords.book).click();
    await expect(participantPage).toHaveURL(`/dashboard/studies#${params.id}`);
    await expect(participantPage.getByText(myStudiesWords.agreeFirst)).toBeVisible();
    const asked = participantPage.getByRole('region', { name: consenting.askedHeading });
    await expect(asked).toContainText('We talk for an hour, and record it.');
    await expectToFitPhone(participantPage);
    await asked.getByRole('button', { name: consenting.askedAction }).click();
    await expect(asked).toBeHidden();
    await expect(participantPage.getByRole('heading', { name: NAME, level: 3 })).toBeFocused();
    await expect(participantPage.getByText(myStudiesWords.agreeFirst)).toBeHidden();
  });

  await test.step('and withdraws consent after a confirmation, which cancels the meeting', async () => {
    const slotId = `${dayAhead(3)}T09:00:00.000Z`;
    await callProduct(product, bookSlot, { as: person, params, body: { slotId, phoneNumber: PHONE_NUMBER } });
    await participantPage.reload();
    await button(participantPage, myStudiesWords.withdrawConsentFrom(NAME)).click();
    const dialog = participantPage.getByRole('dialog', { name: withdrawing.title });
    await expect(dialog).toContainText(withdrawing.whatGoes(NAME));
    await expect(dialog).toContainText(withdrawing.youLeave);
    await dialog.getByRole('button', { name: withdrawing.action }).click();
    await expect(dialog).toBeHidden();
    await expect(button(participantPage, myStudiesWords.withdrawConsentFrom(NAME))).toBeHidden();
    await expect(participantPage.getByRole('heading', { name: NAME, level: 3 })).toBeFocused();
    const [own] = await callProduct(product, listOwnApplications, { as: person });
    expect(own).toMatchObject({ status: 'WITHDRAWN', responses: [], consent: { version: 2 } });
  });
});
