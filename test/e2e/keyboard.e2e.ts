import { authWords as auth } from '@app/words/auth.ts';
import { browseWords } from '@app/words/browsing.ts';
import { demoWords } from '@app/demo/words.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { frameWords } from '@app/words/frame.ts';
import { partWords } from '@app/words/parts.ts';
import { expect, test } from './fixtures.ts';
import { expectFocusOnHeading, focused, skipToContent, tabTo } from './keyboard.ts';
import { SCREEN_PASSWORD } from './steps.ts';

test('from the home page to the dashboard by the keyboard alone @full', async ({ visit }) => {
  const page = await visit();
  const email = `keyboard.${Date.now().toString(36)}@example.test`;
  await page.goto('/');

  await test.step('the first stop skips the menu', async () => {
    await tabTo(page, partWords.skipToContent);
    await skipToContent(page);
    await tabTo(page, frameWords.takePart);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: auth.participantSignUpHeading })).toBeVisible();
  });

  await test.step('sign-up', async () => {
    const fields = { firstName: 'Akua', lastName: 'Sarpong', email };
    for (const [name, text] of Object.entries(fields)) {
      await tabTo(page, auth[name as keyof typeof fields]);
      await page.keyboard.type(text);
    }
    await tabTo(page, auth.phoneNumber);
    await tabTo(page, auth.password);
    await page.keyboard.type(SCREEN_PASSWORD);
    await tabTo(page, partWords.showPassword);
    await page.keyboard.press('Space');
    await expect(page.getByLabel(auth.password, { exact: true })).toHaveValue(SCREEN_PASSWORD);
    expect((await focused(page))?.name).toBe(partWords.hidePassword);
    await tabTo(page, auth.agreeBefore.trim());
    await page.keyboard.press('Space');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await tabTo(page, auth.createAccount);
    await page.keyboard.press('Enter');
    await expectFocusOnHeading(page, verificationWords.verifyingConfirmation.heading);
  });

  await test.step('the modal takes, keeps and returns the focus', async () => {
    await tabTo(page, verificationWords.resend);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate(
        "document.activeElement !== document.body && document.activeElement.closest('dialog') === null",
      );
      expect(isBehind).toBe(false);
    }
    // On the toast, which is in the dialog too, Escape would dismiss only that.
    await tabTo(page, verificationWords.gotIt);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await focused(page))?.name).toContain(verificationWords.resend);
  });

  await test.step('no trap: Tab cycles through the page, and back', async () => {
    const round = await tabTo(page, verificationWords.signUpAgain);
    expect(round.length).toBeLessThan(4);
    await tabTo(page, verificationWords.resend, 'Shift+Tab');
    await tabTo(page, partWords.skipToContent, 'Shift+Tab');
  });

  await test.step('the link in the email', async () => {
    await expect
      .poll(async () => {
        await page.goto(`/dev/mail?to=${encodeURIComponent(email)}`);
        return page.getByRole('link', { name: /\/verify-email\// }).count();
      })
      .toBeGreaterThan(0);
    await tabTo(page, demoWords.title);
    await tabTo(page, /\/verify-email\//);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/browse-studies/);
  });

  await test.step('the dashboard, with the focus on its heading', async () => {
    await expectFocusOnHeading(page, browseWords.heading);
    await tabTo(page, partWords.skipToContent, 'Shift+Tab');
    await skipToContent(page);
    await tabTo(page, /./);
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
  });
});
