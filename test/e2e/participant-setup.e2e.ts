import { errorWords } from '@app/words/errors.ts';
import { choiceWords } from '@app/words/choices.ts';
import { browseWords } from '@app/words/browsing.ts';
import { myStudiesWords } from '@app/words/my-studies.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { partWords } from '@app/words/parts.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { validation } from '@app/words/validation.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { PLAIN_FILE } from './stored-items.ts';
import { enterAs, newPerson } from './people.ts';
import { logInAs } from './screens/screen-data.ts';
import {
  setupButton,
  choose,
  done,
  field,
  group,
  heading,
  keptKeys,
  list,
  openKept,
  sentBy,
  storedUser,
  typeNumber,
} from './participant-setup-fixtures.ts';

test('S-401 S-404 four stages on a phone, and back to the requested study: stored exactly as chosen', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const user = await newPerson(product, 'PARTICIPANT');
  const [study] = await callProduct(product, browseStudies, { as: await logInAs(product, 'abena') });
  const next = setupButton(page, words.next);
  const shows = async (step: number) => {
    await expect(page.getByText(partWords.step(step, 4), { exact: true })).toBeVisible();
    await expect(next.or(setupButton(page, words.submit))).toBeDisabled();
  };
  await enterAs(page, user, `/dashboard/study-apply/${study!.id}`);
  await expect(page.getByText(errorWords.PROFILE_MISSING)).toBeVisible();

  await expect(heading(page, 'demographics')).toBeVisible();
  await shows(1);
  await field(page, words.day).fill('8');
  await list(page, words.month).selectOption('April');
  const year = field(page, words.year);
  await year.fill('97');
  await year.blur();
  await expect(page.getByText(words.yearDigits)).toBeVisible();
  await year.fill(String(new Date().getUTCFullYear() - 17));
  await expect(page.getByText(validation.adultsOnly)).toBeVisible();
  await year.fill('1996');
  await expect(page.getByText(validation.adultsOnly)).toBeHidden();
  await choose(group(page, words.gender), choiceWords.gender.FEMALE);
  await list(page, words.education).selectOption(choiceWords.education.TRADE_TECHNICAL_VOCATIONAL_TRAINING);
  await choose(
    group(page, words.annualHouseholdIncome),
    choiceWords.annualHouseholdIncome.BETWEEN_40000_60000,
  );
  await list(page, words.region).selectOption(choices.region.WESTERN_NORTH);
  await field(page, words.city).fill('  Sɛfwi Wiawso ');
  for (const language of [choices.language.DAGAARE, choices.language.NZEMA])
    await page.getByText(language, { exact: true }).tap();
  await next.tap();

  await expect(heading(page, 'employment')).toBeFocused();
  await shows(2);
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.WORK_AND_SCHOOL);
  await list(page, words.jobRole).selectOption('Other job roles');
  await list(page, words.industry).selectOption('Others');
  await next.tap();

  await expect(heading(page, 'technical-details')).toBeFocused();
  await shows(3);
  await choose(group(page, words.phoneOs), choices.phoneOs.OTHERS);
  await choose(group(page, words.computerOs), choices.computerOs.LINUX_UNIX);
  await choose(group(page, words.hasWebcam), words.yesNo.YES);
  await choose(group(page, words.tabletOs), choices.tabletOs.AMAZON_FIRE);
  // The person uses this browser now.
  await expect(page.getByRole('checkbox', { name: choices.browser.CHROME })).toBeChecked();
  await choose(group(page, words.browsers), choices.browser.CHROME);
  await choose(group(page, words.browsers), choices.browser.OPERA_MINI);
  await choose(group(page, words.browsers), choices.browser.FIREFOX);
  await choose(group(page, words.hasInternet), words.yesNo.NO);
  await next.tap();

  await expect(heading(page, 'payment')).toBeFocused();
  await shows(4);
  const [number, networks] = [field(page, words.phoneNumber), group(page, words.provider)];
  await number.fill('024 123 456');
  await number.blur();
  await expect(number).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await number.fill('+233 (0)24 123 4567');
  // The number suggests a network; the person selects the current one.
  await expect(networks).toHaveAccessibleDescription(words.providerLooksLike(choices.provider.MTN));
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await choose(networks, choices.provider.TELECEL);
  await number.fill('0271234567');
  await expect(networks).toHaveAccessibleDescription(words.providerLooksLike(choices.provider.AIRTEL_TIGO));
  await expect(page.getByRole('radio', { name: choices.provider.TELECEL })).toBeChecked();
  await field(page, words.accountName).fill('Ɛsi Mensah');
  await setupButton(page, words.submit).tap();

  await expect(done(page)).toContainText(words.doneForStudyText);
  expect(await storedUser(page)).toMatchObject({
    userId: user.userId,
    hasUserInfo: true,
    firstLogin: false,
  });
  expect(await sentBy(product, user)).toEqual({
    userId: user.userId,
    demographic: {
      dateOfBirth: '1996-04-08',
      gender: 'FEMALE',
      education: 'TRADE_TECHNICAL_VOCATIONAL_TRAINING',
      annualHouseholdIncome: 'BETWEEN_40000_60000',
      region: 'WESTERN_NORTH',
      city: 'Sɛfwi Wiawso',
      languages: ['NZEMA', 'DAGAARE'],
    },
    employment: { status: 'WORK_AND_SCHOOL', jobRole: 'OTHER_JOB_ROLES', industry: 'OTHERS' },
    technicalDetail: {
      browsers: ['FIREFOX', 'OPERA_MINI'],
      computerOs: 'LINUX_UNIX',
      phoneOs: 'OTHERS',
      tabletOs: 'AMAZON_FIRE',
      hasWebcam: true,
      hasInternet: false,
    },
    payment: { provider: 'TELECEL', accountName: 'Ɛsi Mensah', phoneNumber: '+233 •• ••• 4567' },
  });
  await done(page).getByRole('button', { name: words.toStudy }).tap();
  await expect(page).toHaveURL(new RegExp(`/dashboard/study-apply/${study!.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: study!.publicName })).toBeVisible();
  expect(await keptKeys(page)).toEqual([]);
  // No stage remains in the history behind the study.
  await page.goBack();
  await expect(page).toHaveURL(PLAIN_FILE);
});

const ways = [
  { name: words.toBrowse, path: /\/dashboard\/browse-studies$/, heading: browseWords.heading },
  { name: words.toStudies, path: /\/dashboard\/studies$/, heading: myStudiesWords.heading },
  { name: partWords.close, path: /\/dashboard\/browse-studies$/, heading: browseWords.heading },
];
for (const way of ways) {
  test(`S-401 from the confirmation by “${way.name}”, and the set-up has ended @full`, async ({
    visit,
    product,
  }) => {
    const page = await visit();
    await openKept(page, await newPerson(product, 'PARTICIPANT'));
    await typeNumber(page);
    await setupButton(page, words.submit).click();
    await expect(done(page)).toContainText(words.doneText);
    await done(page).getByRole('button', { name: way.name }).click();
    await expect(page).toHaveURL(way.path);
    await expect(page.getByRole('heading', { level: 1, name: way.heading })).toBeVisible();
    await expect(page.getByText('Complete your account set up')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(PLAIN_FILE);
  });
}
