import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { applicationWords } from '@app/words/applications.ts';
import { invitationWords as words } from '@app/words/invitations.ts';
import { stopInvitationWords } from '@app/words/stop-invitations.ts';
import { exclusionWords } from '@app/words/exclusions.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { failureWords } from '@app/words/failures.ts';
import { guardWords } from '@app/words/guards.ts';
import { acceptInvitationWords } from '@app/words/accept-invitation.ts';
import { openStudiesWords as openStudies } from '@app/words/open-studies.ts';
import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { textFileWords } from '@app/words/text-files.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { planBody } from '../../services/project/test/studies.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { putItems, writeItems } from './stored-items.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newEmail, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { setupButton, done, keptStages } from './participant-setup-fixtures.ts';
import { register } from './steps.ts';
import { newProject, newStudy } from './studies.ts';
import { everybody, storedStages } from './study-wizard-fixtures.ts';

test('at 360 px an invited stranger goes from email to application; others do not find the study', async ({
  visitByPhone,
  product,
}) => {
  const [researcher, other] = await Promise.all([newVerifiedResearcher(product), newParticipant(product)]);
  const project = await newProject(product, researcher, 'By a list');
  const publicName = `By a list of ${researcher.userId.slice(-6)}`;
  const page = await visitByPhone();
  const params = { id: '' };
  const stranger = newEmail();

  await test.step('stage 2 offers it, the count ignores lists, and no public page is offered', async () => {
    const studyDetails = { ...storedStages.studyDetails, name: 'Listed', publicName };
    await putItems(page, {
      user: researcher,
      ...storedStages,
      studyDetails,
      participantsDemographics: everybody,
    });
    await page.goto(`${paths.createStudy(project.id)}?step=2`);
    await page.getByRole('button', { name: wizard.moreAboutThem }).click();
    await expect(page.getByText(exclusionWords.reachIgnoresExclusions)).toHaveCount(0);
    const fold = page.locator('details', { hasText: exclusionWords.title.requiredStudies }).first();
    await fold.locator('summary').first().click();
    await page.getByRole('checkbox', { name: exclusionWords.inviteOnly }).check();
    await expect(fold.locator('summary').first()).toContainText(exclusionWords.ofList);
    await expect(page.getByText(exclusionWords.reachIgnoresExclusions).first()).toBeVisible();
    await expectToFitPhone(page);
    await page.goto(`${paths.createStudy(project.id)}?step=4`);
    await expect(page.getByText(exclusionWords.notListed)).toBeVisible();
    await expect(page.getByText(meetingFieldWords.isListed)).toHaveCount(0);
    await page.goto(`${paths.createStudy(project.id)}?step=2`);
    await page.getByRole('button', { name: wizard.saveDraft }).click();
    await expect(page).toHaveURL(paths.project(project.id));
    const all = await callProduct(product, listEarlierStudies, { as: researcher });
    params.id = all.find(({ name }) => name === 'Listed')!.id;
    await callProduct(product, publishStudy, { as: researcher, params, body: planBody() });
    expect(await callProduct(product, readStudy, { as: researcher, params })).toMatchObject({
      isInviteOnly: true,
    });
  });

  await test.step('its page reads a list from a file, and reports the result of each row', async () => {
    await page.goto(paths.study(params.id));
    await page.getByRole('button', { name: words.invite }).click();
    const dialog = page.getByRole('dialog', { name: words.title });
    await expect(dialog.getByRole('button', { name: words.send, exact: true })).toBeDisabled();
    await expectToFitPhone(page);
    await dialog.getByLabel(words.file).setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from('PK\u0003\u0004'),
    });
    // The error belongs to the file, not to the addresses above it.
    await expect(dialog.getByLabel(words.file)).toHaveAccessibleDescription(
      `${textFileWords.notText} ${words.fileHint}`,
    );
    await expect(dialog.getByLabel(words.file)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel(words.field)).toHaveAccessibleDescription(words.fieldHint);
    // The refused file is deselected, and its error stays until another one is selected.
    await expect(dialog.getByLabel(words.file)).toHaveValue('');
    await dialog.getByLabel(words.field).fill(stranger);
    await expect(dialog.getByLabel(words.file)).toHaveAttribute('aria-invalid', 'true');
    const text = `Name;Email\r\nEsi;${stranger}\r\nEsi;${stranger.toUpperCase()}\r\nKofi;no address\r\nX;=1+1\r\n`;
    await dialog.getByLabel(words.file).setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\ufeff${text}`, 'utf16le'),
    });
    await expect(dialog.getByLabel(words.file)).not.toHaveAttribute('aria-invalid');
    // While the list is being sent, it cannot be replaced.
    const sent = Promise.withResolvers<void>();
    const call = `**/studies/${params.id}/invitations`;
    await page.route(
      call,
      async (route) => {
        await sent.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: words.send, exact: true }).click();
    await expect(dialog.getByLabel(words.field)).toBeDisabled();
    await expect(dialog.getByLabel(words.file)).toBeDisabled();
    sent.resolve();
    const answers = page.getByRole('dialog', { name: words.doneTitle });
    await expect(answers).toContainText(words.found(2, 1));
    await expect(answers).toContainText(words.line(4, 'Kofi;no address', words.reasons.NOT_AN_ADDRESS));
    await expectToFitPhone(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      answers.getByRole('button', { name: words.save }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString().replace('\ufeff', '').trim().split('\r\n')).toEqual([
      `"${words.row}","${words.address}","${words.answer}"`,
      `"2","${stranger}","${words.reasons.TAKEN}"`,
      `"3","${stranger.toUpperCase()}","${words.reasons.DOUBLE}"`,
      `"4","Kofi;no address","${words.reasons.NOT_AN_ADDRESS}"`,
      `"5","X;=1+1","${words.reasons.NOT_AN_ADDRESS}"`,
    ]);
    await answers.getByRole('button', { name: words.close, exact: true }).click();
    await expect(page.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible();
  });

  await test.step('a visitor with the shared link is not led to a sign-up, which would not admit them', async () => {
    await page.getByRole('button', { name: studyPageWords.share, exact: true }).click();
    const share = page.getByRole('dialog', { name: studyPageWords.shareTitle });
    await expect(share).toContainText(studyPageWords.shareRestricted);
    await expect(share).not.toContainText(studyPageWords.shareText);
    await expect(share).toContainText(studyPageWords.qrTextRestricted);
    const passerBy = await visitByPhone();
    await passerBy.goto(sharedStudyPath(params.id));
    await expect(passerBy.getByRole('main')).toContainText(openStudies.invitedOnlyText);
    await expect(passerBy.getByRole('link', { name: openStudies.signUp })).toHaveCount(0);
    await expect(passerBy.getByRole('link', { name: openStudies.logIn })).toBeVisible();
    await expectToFitPhone(passerBy);
    await logInHere(passerBy, other);
    await passerBy.goto(sharedStudyPath(params.id));
    await expect(passerBy.getByRole('main')).toContainText(openStudies.invitedOnlyTextSignedIn);
    await expect(passerBy.getByRole('link', { name: openStudies.apply, exact: true })).toBeVisible();
    await expectToFitPhone(passerBy);
  });

  await test.step('another person does not find it', async () => {
    await enterAs(page, other, paths.studyApply(params.id));
    await expect(page.getByRole('heading', { name: applicationWords.unfitTitle })).toBeVisible();
    await enterAs(page, other, paths.browseStudies);
    await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: publicName, exact: true })).toHaveCount(0);
  });

  await test.step('the stranger signs up with another address, sets up and applies', async () => {
    const guest = await visitByPhone();
    await guest.goto(await linkInEmail(product, stranger, '/open-studies/'));
    await expect(guest.getByRole('heading', { level: 1, name: publicName })).toBeVisible();
    await expect(guest.getByRole('main')).toContainText(openStudies.invitedOnly);
    await expect(guest.getByRole('main')).toContainText(openStudies.invitedText);
    await expectToFitPhone(guest);
    await guest.getByRole('link', { name: openStudies.signUp, exact: true }).tap();
    await expect(guest).toHaveURL(/\/participant-signup\?to=/);
    const { pathname, search } = new URL(guest.url());
    const email = newEmail();
    await register(guest, pathname + search, { email, firstName: 'Esi', lastName: 'Owusu' });
    const tab = await guest.context().newPage();
    await tab.goto(await linkInEmail(product, email, '/verify-email/'));
    await expect(tab.getByRole('heading', { name: acceptInvitationWords.otherTitle })).toBeVisible();
    await expect(tab.getByText(acceptInvitationWords.otherText('Esi'))).toBeVisible();
    await expectToFitPhone(tab);
    const call = `**/invitations/*/accept`;
    await tab.route(call, (route) => route.abort());
    await tab.getByRole('button', { name: acceptInvitationWords.take('Esi') }).tap();
    await expect(tab.getByRole('button', { name: failureWords.tryAgain })).toBeVisible();
    await tab.unroute(call);
    await tab.getByRole('button', { name: failureWords.tryAgain }).tap();
    await expect(tab).toHaveURL(new RegExp(`/participant-setup\\?study=${params.id}`));
    await writeItems(tab, keptStages);
    await tab.goto('/dashboard/participant-setup?step=4');
    await tab.getByRole('textbox', { name: setup.phoneNumber }).fill('024 123 4567');
    await setupButton(tab, setup.submit).tap();
    await done(tab).getByRole('button', { name: setup.toStudy }).tap();
    await expect(tab.getByRole('heading', { level: 1, name: publicName })).toBeVisible();
    await tab.getByRole('radio').first().check();
    await tab.getByRole('button', { name: applicationWords.submit }).click();
    await expect(tab.getByRole('heading', { name: applicationWords.doneTitle })).toBeVisible();
  });
});

test('a second person reads that an invitation was used, a researcher that it is for participants', async ({
  visitByPhone,
  product,
}) => {
  const [{ researcher, study }, first, second] = await Promise.all([
    newStudy(product, { isInviteOnly: true }),
    newParticipant(product),
    newParticipant(product),
  ]);
  const params = { id: study.id };
  const address = newEmail();
  await callProduct(product, inviteToStudy, { as: researcher, params, body: { addresses: [address] } });
  const link = new URL(await linkInEmail(product, address, '/open-studies/'));
  const page = await visitByPhone();
  const open = (as: SignedInUser) => enterAs(page, as, paths.studyApply(study.id) + link.search);
  // The host checks only the cookie.
  await logInHere(page, first);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('main')).toContainText(openStudies.invitedTextSignedIn);
  await open(first);
  await page.getByRole('button', { name: acceptInvitationWords.take(first.firstName) }).tap();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await open(second);
  await expect(page.getByRole('heading', { name: acceptInvitationWords.usedTitle })).toBeVisible();
  await expectToFitPhone(page);
  await open(researcher);
  await expect(page).toHaveURL(paths.projects);
  await expect(page.getByText(guardWords.participantsApply)).toBeVisible();
});

test('at 360 px “Never again” in the email takes one press, and a broken link says so', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study } = await newStudy(product, { isInviteOnly: true });
  const params = { id: study.id };
  const email = newEmail();
  await callProduct(product, inviteToStudy, { as: researcher, params, body: { addresses: [email] } });
  const link = await linkInEmail(product, email, '/never-again/');
  const page = await visitByPhone();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: stopInvitationWords.heading })).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('button', { name: stopInvitationWords.press }).tap();
  await expect(page.getByRole('heading', { name: stopInvitationWords.doneTitle })).toBeFocused();
  await page.goto('/never-again/nothing');
  await page.getByRole('button', { name: stopInvitationWords.press }).tap();
  await expect(page.getByRole('heading', { name: stopInvitationWords.wrongTitle })).toBeVisible();
});
