import { adminCompanyWords as companies } from '@app/words/admin-companies.ts';
import { adminHomeWords as home } from '@app/words/admin-home.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { errorWords } from '@app/words/errors.ts';
import { barriersOn } from './accessibility.ts';
import {
  LOOKS,
  MOST_PRESSES,
  addAuthenticator,
  countPresses,
  makeEnrolmentLink,
  test,
} from './admin-area.ts';
import { expect } from './fixtures.ts';
import { focused } from './keyboard.ts';
import { boxOf } from './layout.ts';
import { newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers } from './phone.ts';

for (const { name, viewport, colorScheme } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`an admin creates a passkey, signs in with it, and declines and accepts a company: ${name}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    const { email: researcher, userId } = await newVerifiedResearcher(product);
    await database.query(
      `update identity.companies set status = 'PENDING', decided_at = null where user_id = $1`,
      [userId],
    );
    const { email, link } = await makeEnrolmentLink(database, adminUrl, ['SUPPORT', 'ADMIN']);
    const page = await (
      await newContext({ viewport, colorScheme, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) })
    ).newPage();
    await addAuthenticator(page);
    const look = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
    };

    await page.goto(link);
    await expect(page.getByText(email)).toBeVisible();
    await look();
    await page.getByRole('button', { name: words.createPasskey }).press('Enter');
    await expect(page.getByRole('heading', { name: words.screens.home, level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: home.waiting.COMPANY })).toBeVisible();
    await look();

    await test.step('sign out, and in again at the address that was asked for', async () => {
      if (isPhone) await page.getByRole('button', { name: words.menu }).click();
      await page.getByRole('button', { name: words.signOut }).filter({ visible: true }).press('Enter');
      // Leaving earlier would abort the call that signs out.
      await expect(page.getByRole('textbox', { name: words.email })).toBeVisible();
      await page.goto(`${adminUrl}/companies?state=PENDING`);
      await page.getByRole('textbox', { name: words.email }).fill(email);
      await look();
      await page.getByRole('textbox', { name: words.email }).press('Enter');
      await expect(page).toHaveURL(/\/companies\?state=PENDING/);
    });

    const row = page.getByRole('row').filter({ hasText: researcher });
    await expect(row).toBeVisible();
    if (!isPhone) expect((await boxOf(row)).height).toBeLessThanOrEqual(44);
    await look();
    await row.getByRole('link').press('Enter');
    await expect(page.getByRole('heading', { name: companies.sentHeading })).toBeVisible();
    expect(await focused(page)).not.toBeNull();
    await look();
    await page.getByRole('button', { name: companies.decisions.DECLINE.verb, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    const decline = dialog.getByRole('button', { name: companies.decisions.DECLINE.verb, exact: true });
    await expect(decline).toBeDisabled();
    await dialog.getByRole('combobox').selectOption(companies.templates[0]);
    await expect(dialog.getByRole('textbox')).toHaveValue(companies.templates[0]);
    await look();
    await decline.dblclick();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(companies.states.DECLINED, { exact: true })).toBeVisible();
    await expect(page.getByText(companies.templates[0])).toBeVisible();
    const { rows } = await database.query(
      `select count(*)::int as acts from identity.audit where event = 'COMPANY_DECLINED' and user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ acts: 1 }]);

    await test.step('the company is sent again, and accepted', async () => {
      await database.query(
        `update identity.companies set status = 'PENDING', decided_at = null where user_id = $1`,
        [userId],
      );
      await page.goto(adminUrl);
      const { press, presses } = countPresses(page);
      await press(home.waiting.COMPANY, 'link');
      await expect(row).toBeVisible();
      await press((await row.getByRole('link').first().textContent())!, 'link', row);
      await press(companies.decisions.ACCEPT.verb);
      await press(companies.decisions.ACCEPT.verb, 'button', dialog);
      await expect(page.getByText(companies.states.VERIFIED, { exact: true })).toBeVisible();
      expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
    });
  });
}

test('an old passkey is asked for again, a company decided meanwhile stays, and an ended session starts again with what was typed', async ({
  visit,
  adminUrl,
  database,
  product,
}) => {
  const { userId } = await newVerifiedResearcher(product);
  const setPending = `update identity.companies set status = 'PENDING', decided_at = null where user_id = $1`;
  await database.query(setPending, [userId]);
  const { email, link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
  const page = await visit();
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: words.createPasskey }).click();
  await page.getByRole('heading', { name: words.screens.home, level: 1 }).waitFor();
  await database.query(`update identity.admin_sessions set passkey_used_at = now() - interval '6 minutes'`);
  await page.goto(`${adminUrl}/companies/${userId}`);
  await page.getByRole('button', { name: companies.decisions.ACCEPT.verb, exact: true }).click();
  await database.query(
    `update identity.companies set status = 'VERIFIED', decided_at = now() where user_id = $1`,
    [userId],
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: companies.decisions.ACCEPT.verb, exact: true }).click();
  await dialog.getByRole('button', { name: words.passkeyAgain(companies.decisions.ACCEPT.verb) }).click();
  await expect(dialog.getByRole('alert')).toContainText(errorWords.COMPANY_ALREADY_DECIDED);
  await expect(page.getByText(companies.states.VERIFIED, { exact: true })).toBeAttached();
  await page.keyboard.press('Escape');

  const endSession = () =>
    database.query(
      `delete from identity.admin_sessions where admin_id = (
      select admin_id from identity.admins where email = $1)`,
      [email],
    );
  await test.step('a typed reason outlives the session', async () => {
    const { verb } = companies.decisions.REVOKE;
    await page.getByRole('button', { name: verb, exact: true }).click();
    const reason = dialog.getByRole('textbox', { name: companies.reason });
    await reason.fill('The registration has been withdrawn.');
    await endSession();
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText(words.sessionEndedText);
    await expect(reason).toHaveValue('The registration has been withdrawn.');
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: words.passkeyAgain(verb) }).click();
    await expect(page.getByText(companies.states.REVOKED, { exact: true })).toBeVisible();
    await expect(page.getByText('The registration has been withdrawn.')).toBeVisible();
    await page.getByRole('button', { name: companies.decisions.RESTORE.verb, exact: true }).click();
    await endSession();
    await dialog.getByRole('button', { name: companies.decisions.RESTORE.verb, exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText(words.sessionEndedText);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: words.email })).toBeVisible();
  });

  await page.reload();
  await page.getByRole('textbox', { name: words.email }).fill(email);
  await page.getByRole('button', { name: words.signInByPasskey }).click();
  await expect(page).toHaveURL(`${adminUrl}/companies/${userId}`);
  await expect(page.getByRole('heading', { name: companies.sentHeading })).toBeVisible();

  await test.step('nothing is sent in the name of another admin who signed in meanwhile', async () => {
    const other = await visit();
    await addAuthenticator(other);
    await other.goto((await makeEnrolmentLink(database, adminUrl, ['ADMIN'])).link);
    await other.getByRole('button', { name: words.createPasskey }).click();
    await other.getByRole('heading', { name: words.screens.home, level: 1 }).waitFor();
    const { verb } = companies.decisions.RESTORE;
    await page.getByRole('button', { name: verb, exact: true }).click();
    await endSession();
    await page.context().addCookies(await other.context().cookies());
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await expect(dialog).toBeHidden();
    const status = 'select status from identity.companies where user_id = $1';
    expect((await database.query(status, [userId])).rows).toEqual([{ status: 'DECLINED' }]);
  });
});

test('the demo’s admin enters from /dev, and the public site has no file of the admin area', async ({
  visit,
  adminUrl,
  product,
}) => {
  const page = await visit();
  await page.goto(`${product.url}/dev`);
  await page.getByRole('link', { name: /Adwoa/ }).click();
  await expect(page.getByRole('heading', { name: words.screens.home, level: 1 })).toBeVisible();
  await expect(page.getByText('Adwoa Mensah').first()).toBeVisible();
  const files = await page.evaluate<string[]>(
    `[...document.querySelectorAll('script[src], link[href]')].map((element) => element.src || element.href)`,
  );
  const own = files.filter((file) => file.includes('/assets/') && file.endsWith('.js'));
  expect(own.length).toBeGreaterThan(0);
  for (const file of own) {
    expect((await fetch(file)).headers.get('cache-control')).toContain('immutable');
    expect((await fetch(new URL(new URL(file).pathname, product.url))).status).toBe(404);
  }
  const answer = await fetch(`${adminUrl}/companies`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect((await fetch(`${product.url}/dev/adwoa`)).status).toBe(404);
});
