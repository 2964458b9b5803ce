import { projectWords } from '@app/words/projects.ts';
import { shellWords } from '@app/words/shell.ts';
import { unreadablePush } from '@app/words/unreadable-push.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { untilLoadedIsKept } from './offline.ts';
import { newVerifiedResearcher } from './people.ts';

test.use({ serviceWorkers: 'allow' });

test('D-31 a pressed notification uses the open window, and asks before leaving an unfinished form', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await logInHere(page, await newVerifiedResearcher(product));
  await page.goto('/dashboard/projects');
  await untilLoadedIsKept(page);
  const worker = page.context().serviceWorkers()[0]!;
  // A headless browser shows no notification and focuses no window.
  await worker.evaluate(`
    self.seen = [];
    self.registration.showNotification = async (title, { body, data }) => void self.seen.push([title, body, data]);
    self.clients.openWindow = async (path) => void self.seen.push(path);
    WindowClient.prototype.focus = async function () { return this; };`);
  const press = (path: string) =>
    worker.evaluate(`
      const pressed = { notification: { data: '${path}', close() {} }, waitUntil() {} };
      self.dispatchEvent(Object.assign(new Event('notificationclick'), pressed));`);

  // The page listens after its code for offline use has loaded.
  await expect(async () => {
    await press('/dashboard/meetings');
    await expect(page).toHaveURL(/\/dashboard\/meetings$/, { timeout: 1_000 });
  }).toPass();

  await page.goto('/dashboard/create-project');
  const name = page.getByRole('textbox', { name: projectWords.nameLabel });
  await name.fill('Half filled');
  await expect(async () => {
    await press('/dashboard/meetings');
    await expect(page.getByText(shellWords.notificationPressed)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(name).toHaveValue('Half filled');
  await page.getByRole('button', { name: shellWords.goToNotification }).click();
  await expect(page).toHaveURL(/\/dashboard\/meetings$/);
  expect(await worker.evaluate('self.seen')).toEqual([]);

  for (const data of ['undefined', `'plain text'`, `'{}'`])
    await worker.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${data} }))`);
  const generic = [unreadablePush.title, unreadablePush.body, '/dashboard'];
  await expect.poll(() => worker.evaluate('self.seen')).toEqual([generic, generic, generic]);

  await page.goto('/about');
  await press('/dashboard/studies');
  await expect.poll(() => worker.evaluate('self.seen.at(-1)')).toBe('/dashboard/studies');
});
