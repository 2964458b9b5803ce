import { choiceWords } from '@app/words/choices.ts';
import { applicationWords } from '@app/words/applications.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { decideApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { applyByCall, newProject, newPublished, newStudy } from './studies.ts';

/** This is half the height of a card with all details, plus the line of its pay. */
const CARD_HEIGHT = 220;

test('S-403 S-405 on a phone a study is a short card, and its page shows the first question at once @full', async ({
  visitByPhone,
  product,
}) => {
  const description = 'We talk about how you pay for food and what gets in the way. '.repeat(3);
  const publicName = `How do you pay at the market? ${crypto.randomUUID().slice(-4)}`;
  await newStudy(product, { publicName, description });
  const person = await newParticipant(product);
  const page = await visitByPhone();
  await enterAs(page, person, '/dashboard/browse-studies');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(cards.filter({ hasText: publicName })).toBeVisible();
  for (const card of await cards.all()) {
    const text = (await card.textContent()) ?? '';
    // The name of a committee may need two lines.
    const most = text.includes(detailsWords.approvedBy('')) ? CARD_HEIGHT + 10 : CARD_HEIGHT;
    expect((await boxOf(card)).height, text).toBeLessThanOrEqual(most);
  }
  await expectRoomForFingers(page);

  await page.getByRole('link', { name: browse.apply + browse.applyTo(publicName) }).tap();
  const question = page.getByRole('radiogroup').first();
  const first = question.getByRole('radio').first().locator('xpath=ancestor::label');
  await expect(first).toBeInViewport({ ratio: 1 });
  const bar = page.getByText(applicationWords.answered(0, 2));
  const [choice, foot] = [await boxOf(first), await boxOf(bar)];
  expect(choice.y + choice.height).toBeLessThanOrEqual(foot.y);
  await expectRoomForFingers(page);

  const times = page.getByText('09:30 AM');
  await expect(times).toBeHidden();
  await page.getByRole('button', { name: detailsWords.more }).tap();
  await expect(times).toBeVisible();
  await page.getByRole('button', { name: detailsWords.less }).tap();
  await expect(times).toBeHidden();
});

test('S-406 in My Studies the accepted one is highlighted, opens its study, and has a small withdraw button @full', async ({
  visitByPhone,
  product,
}) => {
  const [researcher, person] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'Standing out');
  const [accepted, pending] = await Promise.all(
    ['Accepted', 'Waiting'].map((name) =>
      newPublished(product, researcher, project.id, { publicName: `${name} ${project.id}` }),
    ),
  );
  for (const study of [accepted!, pending!]) await applyByCall(product, person, study);
  const params = { id: accepted!.id };
  const [applicant] = await callProduct(product, listApplicants, { as: researcher, params });
  const body = { applicationIds: [applicant!.id], status: 'ACCEPTED' };
  await callProduct(product, decideApplicants, { as: researcher, params, body });

  const page = await visitByPhone();
  await enterAs(page, person, '/dashboard/studies');
  const card = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .locator('> div');
  const chosen = card(accepted!.publicName);
  await expect(chosen.getByText(choiceWords.applicationStatus.ACCEPTED, { exact: true })).toBeVisible();
  // The light theme's green; other buttons have the line's colour.
  const green = 'rgb(14, 92, 70)';
  await expect(chosen).toHaveCSS('border-top-color', green);
  await expect(card(pending!.publicName)).not.toHaveCSS('border-top-color', green);
  await expectRoomForFingers(page);

  const link = chosen.getByRole('link', { name: accepted!.publicName, exact: true });
  const messages = chosen.getByText(words.messages(0), { exact: true });
  const withdraw = chosen.getByText(words.withdraw, { exact: true });
  const [one, other] = [await boxOf(withdraw), await boxOf(messages)];
  expect(Math.abs(one.y + one.height / 2 - other.y - other.height / 2)).toBeLessThan(2);
  await link.tap();
  await expect(page).toHaveURL(new RegExp(`/dashboard/study-apply/${accepted!.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: accepted!.publicName })).toBeVisible();
  await expect(page.getByRole('heading', { name: applicationWords.appliedTitle })).toBeVisible();
});
