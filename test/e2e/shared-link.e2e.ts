import { changeListing } from '@app/contracts/project/study-calls.ts';
import { logInOnTheWay, paths, sharedStudyPath, signUpOnTheWay } from '@app/contracts/web-paths.ts';
import { applicationWords } from '@app/words/applications.ts';
import { authWords } from '@app/words/auth.ts';
import { guardWords } from '@app/words/guards.ts';
import { openStudiesWords as words } from '@app/words/open-studies.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { partWords } from '@app/words/parts.ts';
import { previewWords } from '@app/words/previews.ts';
import { homeWords } from '@app/words/home.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { writeItems } from './stored-items.ts';
import { newEmail, newParticipant } from './people.ts';
import { logInHere } from './log-in-here.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { setupButton, done, keptStages } from './participant-setup-fixtures.ts';
import { answerAll, register } from './steps.ts';
import { newStudy } from './studies.ts';

/** These words promise money or pay. */
const PROMISES_PAY = /GH₵|mobile money|you are paid|be paid/;

test('a stranger goes from a shared link of an unpaid study to the application; no page promises pay', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study } = await newStudy(product);
  const params = { id: study.id };
  const path = sharedStudyPath(study.id);

  await test.step('link previews and search engines read correct data of this study', async () => {
    const html = async () =>
      (
        await fetch(product.url + path, { headers: { accept: 'text/html,*/*', 'user-agent': 'WhatsApp/2' } })
      ).text();
    const [, head = ''] = /<head>(.*)<\/head>/s.exec(await html()) ?? [];
    expect(head).toContain(`<meta property="og:title" content="${study.publicName} · `);
    expect(head).toMatch(/<meta property="og:description" content="Not paid · [^"]*Phone call/);
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    expect(head).not.toMatch(PROMISES_PAY);
    await callProduct(product, changeListing, { as: researcher, params, body: { isListed: true } });
    await expect.poll(html).not.toContain('noindex');
    const robots = await (await fetch(`${product.url}/robots.txt`)).text();
    // The longest matching rule applies (RFC 9309).
    expect(robots).toContain('\nAllow: /dashboard/study-apply/\n');
    expect(robots).not.toMatch(/Disallow: \/(?:open|\s|$)/m);
  });

  const guest = await visitByPhone();
  await test.step('the page shows the researcher, the topic, the duration, and that it is unpaid', async () => {
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1, name: study.publicName })).toBeVisible();
    for (const shownText of [
      `Darko Research ${researcher.userId.slice(-6)}`,
      study.description,
      words.notPaid,
    ])
      await expect(guest.getByRole('main')).toContainText(shownText);
    await expect(guest.getByRole('main')).not.toContainText(PROMISES_PAY);
    await expectToFitPhone(guest);
    await expectRoomForFingers(guest);
  });

  await test.step('old dashboard links lead to the home page, and on to the page', async () => {
    const old = await visitByPhone();
    await old.goto(`/dashboard/study-apply/${study.id}?from=link`);
    await expect(old.getByRole('main')).toContainText(homeWords.sentStudy);
    await old.getByRole('link', { name: homeWords.readStudy }).tap();
    await expect(old).toHaveURL(product.url + path);
    await expect(old.getByRole('heading', { level: 1, name: study.publicName })).toBeVisible();
  });

  await test.step('the stranger signs up, sets up and applies', async () => {
    await guest.getByRole('link', { name: words.signUp }).tap();
    await expect(guest.getByText(authWords.participantSignUpText)).toBeVisible();
    const { pathname, search } = new URL(guest.url());
    const email = newEmail();
    await register(guest, pathname + search, { email, firstName: 'Esi', lastName: 'Owusu' });
    const tab = await guest.context().newPage();
    await tab.goto(await linkInEmail(product, email, '/verify-email/'));
    await expect(tab).toHaveURL(new RegExp(`/participant-setup\\?study=${study.id}`));
    // One message covers less of the form than two.
    const messages = tab.getByRole('region', { name: partWords.messages }).getByRole('listitem');
    await expect(messages).toHaveText(`${authWords.verified}. ${applicationWords.setUpFirst}`);
    await writeItems(tab, keptStages);
    await tab.goto('/dashboard/participant-setup?step=4');
    await tab.getByRole('textbox', { name: setup.phoneNumber }).fill('024 123 4567');
    await setupButton(tab, setup.submit).tap();
    await done(tab).getByRole('button', { name: setup.toStudy }).tap();
    await answerAll(tab, study);
    await tab.getByRole('button', { name: applicationWords.submit }).click();
    await expect(tab.getByRole('heading', { name: applicationWords.doneTitle })).toBeVisible();
  });
});

test('a signed-in person opens the study by a shared link, also via its sign-up or log-in link', async ({
  visitByPhone,
  product,
}) => {
  const [{ researcher, study }, participant] = await Promise.all([
    newStudy(product),
    newParticipant(product),
  ]);
  const page = await visitByPhone();
  const opened = page.getByRole('heading', { level: 1, name: study.publicName });
  await logInHere(page, participant);
  await page.goto(sharedStudyPath(study.id));
  await expect(page.getByRole('link', { name: words.signUp })).toHaveCount(0);
  await page.getByRole('link', { name: words.apply, exact: true }).tap();
  await expect(page).toHaveURL(new RegExp(`${paths.studyApply(study.id)}\\?from=link$`));
  await expect(opened).toBeVisible();
  await page.goto(logInOnTheWay(paths.studyApply(study.id)));
  await expect(page).toHaveURL(product.url + paths.studyApply(study.id));
  await expect(opened).toBeVisible();
  // The sign-up page first asks whether they want another account.
  const goOn = page.getByRole('link', { name: authWords.goOn });
  await page.goto(signUpOnTheWay(paths.studyApply(study.id)));
  await goOn.tap();
  await expect(opened).toBeVisible();
  await page.goto(signUpOnTheWay('https://elsewhere.example/dashboard/'));
  await expect(goOn).toHaveAttribute('href', paths.dashboard);

  await logInHere(page, researcher);
  await page.goto(sharedStudyPath(study.id));
  await page.getByRole('link', { name: words.apply, exact: true }).tap();
  await expect(page).toHaveURL(product.url + paths.projects);
  await expect(page.getByText(guardWords.participantsApply)).toBeVisible();
});

test('texts about all studies say at most that some pay', () => {
  const general = [
    previewWords.study.title,
    previewWords.study.description,
    authWords.participantSignUpText,
    homeWords.description,
    homeWords.text,
    ...Object.values(homeWords.participants),
  ];
  for (const text of general) {
    expect(text).not.toMatch(/you are paid|are paid for|be paid/);
    if (/pay|mobile money/.test(text)) expect(text).toMatch(/some|if it pays|each (says|shows)/i);
  }
});
