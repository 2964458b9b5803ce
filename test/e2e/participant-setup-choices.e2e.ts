import type { Page } from '@playwright/test';
import * as enumerations from '@app/contracts/enumerations.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { applicationWords as apply } from '@app/words/applications.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { choiceWords } from '@app/words/choices.ts';
import { frameWords as frame } from '@app/words/frame.ts';
import { untilAlive } from './wait-until.ts';
import { linkInEmail } from './emails.ts';
import { PHONE } from './phone.ts';
import { pressesOf } from './press.ts';
import { newProject, newPublished } from './studies.ts';
import { expect, test } from './fixtures.ts';
import { newEmail, newPerson, newVerifiedResearcher } from './people.ts';
import {
  setupButton,
  choose,
  done,
  field,
  group,
  heading,
  keptStages,
  list,
  openKept,
  sentBy,
  typeNumber,
} from './participant-setup-fixtures.ts';
import { SCREEN_PASSWORD } from './steps.ts';

/** Section 3 of the specification, letter for letter; null means that it does not list the value. */
const section3 = {
  gender: ['MALE', 'FEMALE', 'OTHERS'],
  education: [
    'BASIC_SCHOOL',
    'HIGH_SECONDARY_SCHOOL',
    'DIPLOMA',
    'TRADE_TECHNICAL_VOCATIONAL_TRAINING',
    'ASSOCIATE_DEGREE',
    'BACHELORS_DEGREE',
    'MASTERS_DEGREE',
    'NOT_APPLICABLE',
  ],
  annualHouseholdIncome: [
    'LESS_THAN_10000',
    'BETWEEN_10000_30000',
    'BETWEEN_40000_60000',
    'BETWEEN_70000_100000',
    'MORE_THAN_100000',
  ],
  employmentStatus: [
    'UNEMPLOYED',
    'EMPLOYED_FULL_TIME',
    'EMPLOYED_PART_TIME',
    'WORK_AND_SCHOOL',
    'FREELANCER',
    'WORK_PART_TIME',
    'SCHOOL_FULL_TIME',
    'HOMEMAKER',
    'RETIRED',
  ],
  browsers: ['CHROME', 'EDGE', 'FIREFOX', 'INTERNET_EXPLORER', 'SAFARI', 'OPERA_MINI', 'OTHERS'],
  computerOs: ['MACOS', 'WINDOWS', 'LINUX_UNIX', 'OTHERS', 'NO_COMPUTER'],
  phoneOs: ['ANDROID', 'IOS_IPHONE', 'WINDOWS', 'OTHERS', 'NO_PHONE'],
  tabletOs: ['AMAZON_FIRE', 'ANDROID', 'IOS_IPHONE', 'WINDOWS', 'OTHERS', 'NO_TABLET'],
  provider: ['MTN', 'TELECEL', 'AIRTEL_TIGO'],
};
const contractValues: Record<keyof typeof section3, readonly string[]> = {
  gender: enumerations.GENDERS,
  education: enumerations.EDUCATION_LEVELS,
  annualHouseholdIncome: enumerations.INCOME_RANGES,
  employmentStatus: enumerations.EMPLOYMENT_STATUSES,
  browsers: enumerations.BROWSERS,
  computerOs: enumerations.COMPUTER_OSES,
  phoneOs: enumerations.PHONE_OSES,
  tabletOs: enumerations.TABLET_OSES,
  provider: enumerations.MOBILE_MONEY_PROVIDERS,
};

interface Offered {
  value: string;
  label: string;
}

/** Selects each choice by its label, and returns the stored values. */
async function chooseEachInList(page: Page, name: string): Promise<Offered[]> {
  const options = await list(page, name)
    .locator('option:not([value=""])')
    .evaluateAll((all) => all.map((option) => option.textContent));
  const offered: Offered[] = [];
  for (const label of options) {
    await list(page, name).selectOption({ label });
    offered.push({ value: await list(page, name).inputValue(), label });
  }
  return offered;
}

async function chooseEachInGroup(page: Page, name: string): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const choice of await group(page, name)
    .getByRole('radio')
    .or(group(page, name).getByRole('checkbox'))
    .all()) {
    await choice.check({ force: true });
    await expect(choice).toBeChecked();
    offered.push({
      value: await choice.inputValue(),
      label: (await choice.ariaSnapshot()).split('"')[1] ?? '',
    });
  }
  return offered;
}

const values = (offered: Offered[]) => offered.map(({ value }) => value);
const labels = (offered: Offered[]) => offered.map(({ label }) => label);

function expectWords(offered: Offered[]): void {
  expect(new Set(labels(offered)).size).toBe(offered.length);
  for (const { label } of offered) expect(label).toMatch(/^[A-Za-z][A-Za-z0-9 /'()₵,.-]+$/);
}

test('S-402 every choice of section 3 has a label of its own, and is stored as its value @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openKept(page, await newPerson(product, 'PARTICIPANT'), keptStages, '?step=1');
  const offered = {} as Record<keyof typeof section3, Offered[]>;
  const goOn = () => setupButton(page, words.next).click();

  await expect(heading(page, 'demographics')).toBeVisible();
  offered.gender = await chooseEachInGroup(page, words.gender);
  offered.education = await chooseEachInList(page, words.education);
  offered.annualHouseholdIncome = await chooseEachInGroup(page, words.annualHouseholdIncome);
  const regions = await chooseEachInList(page, words.region);
  await goOn();
  await expect(heading(page, 'employment')).toBeVisible();
  offered.employmentStatus = await chooseEachInList(page, words.employmentStatus);
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.FREELANCER);
  const jobRoles = await chooseEachInList(page, words.jobRole);
  const industries = await chooseEachInList(page, words.industry);
  await goOn();
  await expect(heading(page, 'technical-details')).toBeVisible();
  for (const name of ['phoneOs', 'computerOs', 'tabletOs'] as const) {
    offered[name] = await chooseEachInGroup(page, words[name]);
  }
  offered.browsers = await chooseEachInGroup(page, words.browsers);
  await goOn();
  await expect(heading(page, 'payment')).toBeVisible();
  offered.provider = await chooseEachInGroup(page, words.provider);
  await expect(field(page, words.phoneNumber)).toHaveValue('');

  for (const [name, all] of Object.entries(offered)) {
    const key = name as keyof typeof section3;
    expect(values(all), name).toEqual(section3[key]);
    expect(contractValues[key], name).toEqual(section3[key]);
    expectWords(all);
  }
  expect(labels(offered.provider)).toEqual(['MTN Ghana', 'Telecel', 'Airtel Tigo']);
  expect(values(regions)).toEqual(enumerations.REGIONS);
  expect(regions).toHaveLength(16);
  expect(values(jobRoles)).toEqual(enumerations.JOB_ROLES);
  expect(values(industries)).toEqual(enumerations.INDUSTRIES);
  const named = [
    [jobRoles, ['Accounting / Finance', 'Software Development', 'Other job roles']],
    [industries, ['Agriculture', 'Education', 'Government', 'Others']],
  ] as const;
  for (const [all, some] of named) {
    expect(all).toHaveLength(29);
    expectWords(all);
    expect(labels(all)).toEqual(expect.arrayContaining([...some]));
    expect(labels(all).at(-1)).toBe(some.at(-1));
  }
});

test('S-401 a person without a job is asked for none, and the account name is the one they entered', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const user = await newPerson(product, 'PARTICIPANT');
  const { setupPayment, ...otherStages } = keptStages;
  await openKept(page, user, otherStages, '?step=2');
  await expect(list(page, words.jobRole)).toHaveValue(keptStages.setupEmployment.jobRole ?? '');
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.HOMEMAKER);
  await expect(list(page, words.jobRole)).toHaveCount(0);
  await expect(list(page, words.industry)).toHaveCount(0);
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.FREELANCER);
  await expect(list(page, words.jobRole)).toHaveValue('');
  await expect(setupButton(page, words.next)).toBeDisabled();
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.HOMEMAKER);
  await setupButton(page, words.next).tap();
  await setupButton(page, words.next).tap();
  await expect(field(page, words.accountName)).toHaveValue(`${user.firstName} ${user.lastName}`);
  await choose(group(page, words.provider), choices.provider[setupPayment.provider]);
  await typeNumber(page);
  await setupButton(page, words.submit).tap();
  await expect(done(page)).toBeVisible();
  expect((await sentBy(product, user)).employment).toEqual({
    status: 'HOMEMAKER',
    jobRole: null,
    industry: null,
  });
});

const MOST_PRESSES = 34;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

test(`S-401 S-405 from the home page to an application, a new person needs at most ${MOST_PRESSES} presses @full`, async ({
  newContext,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Few presses');
  const publicName = `Few presses ${project.id.slice(-8)}`;
  const study = await newPublished(product, researcher, project.id, { publicName, gender: ['OTHERS'] });
  const page = await (await newContext({ ...PHONE, userAgent: ANDROID })).newPage();
  const hand = pressesOf(page);
  const next = (stage: keyof typeof words.stages) =>
    hand.press(setupButton(page, words.next)).then(() => expect(heading(page, stage)).toBeVisible());
  const option = (name: string, label: string) =>
    hand.press(group(page, name).getByText(label, { exact: true }));
  const email = newEmail();

  await page.goto('/');
  await hand.press(page.getByRole('main').getByRole('link', { name: frame.takePart }).first());
  await untilAlive(page);
  await hand.type(field(page, auth.firstName), 'Kwesi');
  await hand.type(field(page, auth.lastName), 'Appiah');
  await hand.type(field(page, auth.email), email);
  await hand.type(page.getByLabel(auth.password, { exact: true }), SCREEN_PASSWORD);
  await hand.press(page.getByRole('checkbox'));
  await hand.press(setupButton(page, auth.createAccount));
  await expect(page).toHaveURL(/verifying-confirmation/);
  // This is the link of the email.
  await page.goto(new URL(await linkInEmail(product, email, '/verify-email/')).pathname);
  await hand.press(page.getByRole('link', { name: browse.apply + browse.applyTo(publicName) }));

  await hand.type(field(page, words.day), '18');
  await hand.choose(list(page, words.month), 'April');
  await hand.type(field(page, words.year), '1996');
  await option(words.gender, choiceWords.gender.OTHERS);
  await hand.choose(list(page, words.education), choiceWords.education.DIPLOMA);
  await option(words.annualHouseholdIncome, choiceWords.annualHouseholdIncome.BETWEEN_10000_30000);
  await hand.choose(list(page, words.region), choices.region.ASHANTI);
  await hand.type(field(page, words.city), 'Kumasi');
  await next('employment');
  await hand.choose(list(page, words.employmentStatus), choices.employmentStatus.HOMEMAKER);
  await next('technical-details');
  for (const name of [choices.phoneOs.ANDROID, choices.browser.CHROME, words.yesNo.YES])
    await expect(page.getByLabel(name, { exact: true }).and(page.locator(':checked'))).toHaveCount(1);
  await option(words.computerOs, choices.computerOs.NO_COMPUTER);
  await option(words.tabletOs, choices.tabletOs.NO_TABLET);
  await next('payment');
  await hand.type(field(page, words.phoneNumber), '0241234567');
  await option(words.provider, choices.provider.MTN);
  await hand.press(setupButton(page, words.submit));
  await hand.press(done(page).getByRole('button', { name: words.toStudy }));
  for (const { options } of study.screeners)
    await hand.press(page.getByText(options[0]!.answer, { exact: true }));
  await hand.press(setupButton(page, apply.submit));
  await expect(page.getByRole('dialog', { name: apply.doneTitle })).toBeVisible();
  test.info().annotations.push({ type: 'presses', description: `${hand.count()}` });
  expect(hand.count()).toBeLessThanOrEqual(MOST_PRESSES);
});
