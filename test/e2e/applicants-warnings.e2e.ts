import { changeUserInformation, submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { applicationWords } from '@app/words/applications.ts';
import { profileBody } from '../support/people.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newPerson, newVerifiedResearcher } from './people.ts';
import { boxOf } from './layout.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { recruitingButton, table, toggleOf } from './recruiting.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';

test('A4 on a phone, a researcher sees shared numbers and changed matching profiles before accepting', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [ama, first, second] = await Promise.all([
    newVerifiedResearcher(product),
    newPerson(product, 'PARTICIPANT'),
    newPerson(product, 'PARTICIPANT'),
  ]);
  const own = profileBody(first.userId);
  const earlier = { ...profileBody(second.userId), payment: own.payment };
  await callProduct(product, submitUserInformation, { as: second, body: earlier });
  await callProduct(product, submitUserInformation, { as: first, body: own });
  const { id: projectId } = await newProject(product, ama, 'Cautions');
  const study = await newPublished(product, ama, projectId);
  const demographic = { ...profileBody('').demographic, education: 'DIPLOMA' };
  const changed = { userId: first.userId, demographic };
  await callProduct(product, changeUserInformation, { as: first, body: changed });
  // A new study uses the changed profile once the project service has it.
  const later = await newPublished(product, ama, projectId, { education: ['DIPLOMA'] });
  const params = { id: later.id };
  await expect
    .poll(() => callProduct(product, readStudy, { as: first, params }))
    .toMatchObject({ unmetRequirements: [] });
  const third = await newParticipant(product);
  for (const person of [first, third]) await applyByCall(product, person, study);
  const page = await visitByPhone();
  await enterAs(page, ama, paths.studyApplicants(study.id));
  const warning = table(page).getByText(words.sharesNumber, { exact: true });
  await expect(warning.filter({ visible: true })).toHaveCount(1);
  await expectToFitPhone(page);
  const desktop = await visit();
  await desktop.setViewportSize({ width: 1280, height: 800 });
  await enterAs(desktop, ama, paths.studyApplicants(study.id));
  await expect(table(desktop).getByTitle(words.sharesNumber)).toBeVisible();
  const [, ...rows] = await table(desktop).getByRole('row').all();
  const boxes = await Promise.all(rows.map(boxOf));
  expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([44]));

  const nameOf = ({ firstName, lastName }: typeof first) => `${firstName} ${lastName}`;
  expect(nameOf(first)).toBe(nameOf(third));
  await toggleOf(page, nameOf(first)).last().tap();
  const details = page.getByRole('group', { name: words.answersHeading(nameOf(first)) });
  await expect(details.getByText(words.sharesNumberText)).toBeVisible();
  await expect
    .poll(() => details.getByText(words.changedText(applicationWords.requirements.EDUCATION)).count())
    .toBe(1);
  await expectToFitPhone(page);
  await expectRoomForFingers(page);

  await page.getByRole('checkbox', { name: words.selectShown(2) }).check({ force: true });
  await recruitingButton(page, words.acceptCount(2)).tap();
  const dialog = page.getByRole('dialog', { name: words.acceptTitle(2) });
  await expect(dialog.getByText(words.someShareNumber(1, 2))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([nameOf(first)]);
  await expect(dialog.getByText(words.sharesNumberWhy)).toBeVisible();
  await expectToFitPhone(page);
  await dialog.getByRole('button', { name: words.acceptOthers(1) }).tap();
  await expect(page.getByText(words.decided.ACCEPTED(1, nameOf(third)), { exact: true })).toBeVisible();
});
