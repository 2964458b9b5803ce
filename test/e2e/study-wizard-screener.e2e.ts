import { MAX_OPTIONS } from '@app/contracts/project/studies.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { readStoredDraft, storedStages, openStage, screeners } from './study-wizard-fixtures.ts';

const newest = 'textarea >> nth=-1';

test('S-308 S-309 questions and choices are added, edited, deleted and restored, and the focus follows', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 3);
  const save = page.getByRole('button', { name: words.saveSurvey });
  const add = page.getByRole('button', { name: words.questionType });
  const card = (number: number) => page.getByRole('group', { name: words.questionTitle(number) });
  const choice = (number: number, of = card(1)) =>
    of.getByRole('textbox', { name: words.choiceLabel(number), exact: true });
  const undo = page.getByRole('button', { name: words.undo });

  await test.step('an empty survey cannot be saved; a new question has two empty choices', async () => {
    await expect(page.getByText(words.screenerText)).toBeVisible();
    await expect(save).toBeDisabled();
    await add.click();
    await expect(card(1).getByRole('textbox', { name: words.questionLabel })).toBeFocused();
    await expect(card(1).getByRole('combobox')).toHaveCount(2);
    await expect(card(1).getByRole('combobox').first()).toHaveValue('');
    await expect(card(1).getByText('0/250', { exact: true })).toBeVisible();
    await expect(save).toBeEnabled();
    await page.reload();
    const [question] = (await readStoredDraft(page, 'screenerSurvey')) as typeof screeners;
    expect(question).toMatchObject({
      question: '',
      options: [{ answer: '', eligibility: '' }, { answer: '' }],
    });
    for (const { id } of [question!, ...question!.options]) expect(id).toMatch(/^[A-Za-z0-9]{6}$/);
  });

  await test.step('the last question and the last two choices stay', async () => {
    await card(1)
      .getByRole('button', { name: words.deleteQuestion(1) })
      .click();
    await expect(page.getByText('You must at least one question')).toBeVisible();
    await card(1)
      .getByRole('button', { name: words.deleteChoice(1) })
      .click();
    await expect(page.getByText('You must at least two choices')).toBeVisible();
  });

  await test.step('a third choice, deleted with its text and restored', async () => {
    await card(1).getByRole('button', { name: words.addChoice }).click();
    await expect(choice(3)).toBeFocused();
    await choice(3).fill('Both');
    await card(1)
      .getByRole('combobox', { name: words.eligibilityLabel(3) })
      .selectOption('Disqualify');
    await card(1)
      .getByRole('button', { name: words.deleteChoice(3) })
      .click();
    await expect(choice(2)).toBeFocused();
    await undo.click();
    await expect(choice(3)).toHaveValue('Both');
    await expect(choice(3)).toBeFocused();
    await expect(card(1).getByRole('combobox', { name: words.eligibilityLabel(3) })).toHaveValue(
      'DISQUALIFY',
    );
  });

  await test.step('a second question, deleted and restored by keyboard', async () => {
    await add.click();
    await page.locator(newest).fill('Which day suits you?');
    await card(2)
      .getByRole('button', { name: words.deleteQuestion(2) })
      .press('Enter');
    await expect(card(2)).toBeHidden();
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(2).getByRole('textbox', { name: words.questionLabel })).toHaveValue(
      'Which day suits you?',
    );
    await expect(card(2).getByRole('textbox', { name: words.questionLabel })).toBeFocused();
  });
});

test('S-310 each pasted line becomes a choice, and lines without room are reported and kept', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const last = { ...screeners[0]!.options[1]!, id: 'dddddd', answer: 'Both' };
  const [question] = screeners.map((one) => ({ ...one, options: [...one.options, last] }));
  await openStage(page, product, 3, { ...storedStages, screenerSurvey: [question] });
  const choice = (number: number) =>
    page.getByRole('textbox', { name: words.choiceLabel(number), exact: true });
  const lines = Array.from({ length: 22 }, (_, at) => `Line ${at + 1}`);
  const text = page.getByRole('textbox', { name: words.questionLabel });
  await text.fill(lines.join('\n'));
  await text.press('ControlOrMeta+a');
  await text.press('ControlOrMeta+x');
  await choice(2).press('ControlOrMeta+a');
  await choice(2).press('ControlOrMeta+v');
  await expect(choice(2)).toHaveValue('Line 1');
  await expect(choice(19)).toHaveValue('Line 18');
  // The choices below stay, at the end.
  await expect(choice(20)).toHaveValue('Both');
  const surplus = page.getByRole('textbox', { name: words.surplusLines(MAX_OPTIONS, 4) });
  await expect(surplus).toHaveValue('Line 19\nLine 20\nLine 21\nLine 22');
});

test('S-310 hints do not move a control while it is pressed @full', async ({ visit, product }) => {
  const page = await visit();
  await page.clock.install();
  await openStage(page, product, 3);
  const add = page.getByRole('button', { name: words.questionType });
  const hint = page.getByText(words.hints.noText, { exact: true });
  await add.click();
  await expect(page.getByRole('textbox', { name: words.questionLabel })).toBeFocused();
  await add.hover();
  await page.mouse.down();
  await page.clock.runFor(2000);
  await expect(hint).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole('group', { name: words.questionTitle(2) })).toBeVisible();
  await expect(hint).toBeVisible();
});

for (const width of WIDTHS) {
  test(`D-04 an empty or one-sided screener shows hints after saving, before publishing and on return, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const { projectPath } = await openStage(page, product, 3);
    await page.getByRole('button', { name: words.questionType }).click();
    // The focus never leaves the card.
    await page.getByRole('textbox', { name: words.choiceLabel(1), exact: true }).press('Enter');
    const notice = page.getByText(words.screenerNotice([1]));
    await expect(page.getByRole('heading', { name: words.publishHeading })).toBeVisible();
    await expect(notice).toBeInViewport();
    await page.reload();
    await expect(notice).toBeVisible();

    await page.getByRole('button', { name: words.screenerNoticeLook }).click();
    for (const text of [words.hints.noText, words.hints.emptyChoices, words.hints.disqualifiesNobody]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await page.getByRole('textbox', { name: words.questionLabel }).fill('Do you queue?');
    for (const number of [1, 2]) {
      await page.getByRole('textbox', { name: words.choiceLabel(number), exact: true }).fill(`${number}`);
      await page.getByRole('combobox', { name: words.eligibilityLabel(number) }).selectOption('Disqualify');
    }
    await page.getByRole('button', { name: words.saveDraft }).click();
    await expect(page).toHaveURL(new RegExp(`${projectPath}$`));
    await expect(notice).toBeVisible();

    await page.getByRole('link', { name: projects.createStudy }).click();
    await expect(page.getByRole('heading', { name: words.detailsHeading })).toBeVisible();
  });
}

test('S-308 the limits of a screener are shown @full', async ({ visit, product }) => {
  const page = await visit();
  const id = (character: string, at: number) => character + String(at).padStart(5, '0');
  const choices = Array.from({ length: 20 }, (_, at) => ({
    id: id('c', at),
    answer: `${at}`,
    eligibility: '',
  }));
  const questions = Array.from({ length: 50 }, (_, at) => ({
    id: id('q', at),
    question: 'x'.repeat(250),
    options:
      at === 0
        ? choices
        : ['a', 'b'].map((side) => ({ id: id(side, at), answer: 'x'.repeat(220), eligibility: '' })),
  }));
  await openStage(page, product, 3, { ...storedStages, screenerSurvey: questions });
  await expect(page.getByText(words.questionsUsed(50, 50))).toBeVisible();
  await expect(page.getByText(words.questionsFull(50))).toBeVisible();
  await expect(page.getByText(words.choicesUsed(20))).toBeVisible();
  await page.getByRole('button', { name: words.questionType }).click();
  await expect(page.getByText(words.noMoreQuestions(50), { exact: true })).toBeVisible();
  const choice = page.getByRole('textbox', { name: words.choiceLabel(1), exact: true });
  await choice.first().fill('x'.repeat(251));
  await expect(page.getByText(validation.maxLength(250))).toBeVisible();
  await expect(page.getByRole('button', { name: words.saveSurvey })).toBeDisabled();
  await choice.first().fill('é'.repeat(250));
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) await choice.nth(at).fill('₵'.repeat(250));
  await expect(page.getByText(validation.screenerTooLong(44))).toBeVisible();
  await expect(page.getByRole('button', { name: words.saveSurvey })).toBeDisabled();
});
