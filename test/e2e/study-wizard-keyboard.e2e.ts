import type { Page } from '@playwright/test';
import { authWords as auth } from '@app/words/auth.ts';
import { choiceWords } from '@app/words/choices.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { expect, test } from './fixtures.ts';
import { expectFocusKept, expectFocusOnHeading, pressOn, tabOn, typeInto } from './keyboard.ts';
import { newVerifiedResearcher } from './people.ts';
import { SCREEN_PASSWORD } from './steps.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** Finds a choice of a group by its label. */
const choice = (page: Page, kind: 'checkbox' | 'radio', group: string, name: string) =>
  page
    .getByRole(kind === 'radio' ? 'radiogroup' : 'group', { name: group })
    .getByRole(kind, { name, exact: true });

test('S-110 S-301 S-303 S-315 a study is created and published by keyboard alone', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const page = await visit();

  await test.step('she logs in', async () => {
    await page.goto('/login');
    await typeInto(field(page, auth.email), researcher.email);
    await typeInto(page.getByLabel(auth.password, { exact: true }), SCREEN_PASSWORD);
    await page.keyboard.press('Enter');
    await expectFocusOnHeading(page, projects.listHeading);
  });

  await test.step('she creates a project, in two steps', async () => {
    await pressOn(page.getByRole('link', { name: projects.newProject }).first());
    await typeInto(field(page, projects.nameLabel), 'By keyboard');
    await page.keyboard.press('Enter');
    await expectFocusOnHeading(page, projects.descriptionHeading);
    await typeInto(page.getByLabel(projects.descriptionLabel), 'Without a mouse.');
    await pressOn(button(page, projects.createAction));
    await expectFocusOnHeading(page, 'By keyboard');
  });

  await test.step('stage 1: the topic of the study', async () => {
    await pressOn(page.getByRole('link', { name: projects.createStudy }).first());
    await expectFocusOnHeading(page, wizard.detailsHeading);
    await typeInto(field(page, wizard.nameLabel), 'Keys only');
    await typeInto(field(page, wizard.publicNameLabel), 'A talk about keys');
    await typeInto(page.getByLabel(wizard.descriptionLabel), 'We talk for half an hour.');
    const phone = choice(page, 'checkbox', wizard.devicesLabel, choiceWords.deviceRequirements.MOBILE_PHONE);
    await pressOn(phone, 'Space');
    await expect(phone).toBeChecked();
    await pressOn(button(page, wizard.continue));
    await expectFocusOnHeading(page, wizard.demographicsHeading);
  });

  await test.step('stage 2: whom she wants to meet', async () => {
    await typeInto(page.getByLabel(wizard.minimumAgeLabel), '18');
    await typeInto(page.getByLabel(wizard.maximumAgeLabel), '60');
    await pressOn(choice(page, 'checkbox', wizard.genderLabel, choiceWords.gender.FEMALE), 'Space');
    const { education, annualHouseholdIncome: income } = choiceWords;
    await pressOn(choice(page, 'checkbox', wizard.educationLabel, education.BACHELORS_DEGREE), 'Space');
    await pressOn(choice(page, 'checkbox', wizard.incomeLabel, income.BETWEEN_10000_30000), 'Space');
    await pressOn(button(page, wizard.continue));
    await expectFocusOnHeading(page, wizard.screenerHeading);
  });

  await test.step('stage 3: a question is added, another deleted, and the focus continues from there', async () => {
    const questions = page.getByRole('textbox', { name: wizard.questionLabel, exact: true });
    const before = await questions.count();
    await pressOn(button(page, wizard.questionType));
    await expect(questions).toHaveCount(before + 1);
    await expect(questions.last()).toBeFocused();
    if (before === 0) {
      await pressOn(button(page, wizard.questionType));
      await expect(questions).toHaveCount(2);
      await expect(questions.last()).toBeFocused();
    }
    await pressOn(button(page, wizard.deleteQuestion(2)));
    await expect(questions).toHaveCount(1);
    await expectFocusKept(page);
    await tabOn(questions, 'Shift+Tab');
    await typeInto(questions, 'How do you pay?');
    await typeInto(field(page, wizard.choiceLabel(1)), 'Mobile money');
    const meaning = page.getByLabel(wizard.eligibilityLabel(1));
    await tabOn(meaning);
    await page.keyboard.press('Q');
    await expect(meaning).toHaveValue('QUALIFY');
    await typeInto(field(page, wizard.choiceLabel(2)), 'Cash');
    await pressOn(button(page, wizard.addChoice));
    await expect(field(page, wizard.choiceLabel(3))).toBeVisible();
    await expectFocusKept(page);
    await pressOn(button(page, wizard.deleteChoice(3)));
    await expect(field(page, wizard.choiceLabel(3))).toBeHidden();
    await expectFocusKept(page);
    await pressOn(button(page, wizard.saveSurvey));
    await expectFocusOnHeading(page, wizard.publishHeading);
  });

  await test.step('stage 4: arrow keys move through the days, across months too', async () => {
    await pressOn(button(page, wizard.nextMonth));
    // Only one day is a Tab stop; arrow keys move it.
    await tabOn(page.getByRole('grid').locator('[tabindex="0"]'));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.getByText(wizard.daysChosen(3))).toBeVisible();
    const day = page.getByRole('gridcell').and(page.locator(':focus'));
    const before = await day.getAttribute('aria-label');
    await page.keyboard.press('PageDown');
    await expect(day).not.toHaveAccessibleName(before ?? '');
  });

  await test.step('stage 4: duration, places and times', async () => {
    await tabOn(choice(page, 'radio', wizard.durationLabel, choiceWords.durationInMinutes[15]));
    await page.keyboard.press('ArrowRight');
    await expect(
      choice(page, 'radio', wizard.durationLabel, choiceWords.durationInMinutes[30]),
    ).toBeChecked();
    await typeInto(page.getByLabel(wizard.participantsLabel), '3');
    await pressOn(page.getByRole('button', { name: new RegExp(wizard.timesEmpty) }));
    const search = page.getByRole('searchbox', { name: dialogs.timesSearch });
    await typeInto(search, '09:');
    await pressOn(page.getByRole('checkbox', { name: '09:30 AM' }), 'Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    const times = page.getByRole('button', { name: /09:30 AM/ });
    await expect(times).toBeFocused();
    await pressOn(button(page, wizard.publish));
    await expectFocusOnHeading(page, 'By keyboard');
    await expect(page.getByRole('heading', { name: 'Keys only' })).toBeVisible();
  });
});
