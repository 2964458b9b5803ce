import { reportLinkWords as link } from '@app/words/reports-link.ts';
import { reportWords as words } from '@app/words/reports.ts';
import { expect, test } from './fixtures.ts';
import { pressOn, typeInto } from './keyboard.ts';
import { linkInEmail } from './emails.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';

test('a study is reported from its page on a phone, and from My Studies by keyboard @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [researcher, person] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'Reported');
  const study = await newPublished(product, researcher, project.id, { publicName: `Report ${project.id}` });
  const story = 'They asked me for my PIN.';

  await test.step('on a phone: it is sent only with a reason, and a thank-you appears', async () => {
    const page = await visitByPhone();
    await enterAs(page, person, `/dashboard/study-apply/${study.id}`);
    await page.getByRole('button', { name: link.reportStudyLabel(study.publicName) }).tap();
    const dialog = page.getByRole('dialog', { name: words.title });
    await expect(dialog.getByRole('button', { name: words.send })).toBeDisabled();
    await expectRoomForFingers(page);
    await dialog.getByRole('radio', { name: words.reasons.ASKS_FOR_MONEY }).tap();
    await dialog.getByRole('textbox', { name: words.text }).fill(story);
    await dialog.getByRole('button', { name: words.send }).tap();
    await expect(page.getByText(words.sent)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(link.reported)).toBeFocused();
    await linkInEmail(product, 'admin@demo.test', '/dashboard/study-apply', study.id);
  });

  await test.step('by keyboard, from an application: the focus returns to its origin', async () => {
    const other = await newParticipant(product);
    await applyByCall(product, other, study);
    const page = await visit();
    await enterAs(page, other, '/dashboard/studies');
    const report = page.getByRole('button', { name: link.reportStudyLabel(study.publicName) });
    await pressOn(report, 'Enter');
    const dialog = page.getByRole('dialog', { name: words.title });
    await pressOn(dialog.getByRole('radio', { name: words.reasons.ASKS_FOR_MONEY }), 'Space');
    await typeInto(dialog.getByRole('textbox', { name: words.text }), story);
    await pressOn(dialog.getByRole('button', { name: words.send }), 'Enter');
    await expect(page.getByText(words.sent)).toBeVisible();
    await expect(report).toBeFocused();
  });
});
