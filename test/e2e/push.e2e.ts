import { accountWords } from '@app/words/accounts.ts';
import { pushChoiceWords as words } from '@app/words/push-choice.ts';
import { pushWords } from '@app/words/push.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitPhone } from './phone.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyTo, newProject, newPublished } from './studies.ts';

test.use({ serviceWorkers: 'allow' });

/** No headless browser has a push service of its own, so the page finds one that stands nowhere. */
const PUSH_SERVICE = `
  // The curve's own base point.
  const point = Uint8Array.from(atob('BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU='), (one) => one.charCodeAt(0));
  let own = null;
  const state = { permission: 'default' };
  Object.defineProperty(Notification, 'permission', { get: () => state.permission });
  Notification.requestPermission = async () => (state.permission = 'granted');
  PushManager.prototype.getSubscription = async () => own;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const bytes = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    own = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/' + crypto.randomUUID(),
      options: { applicationServerKey: bytes.buffer },
      getKey: (name) => (name === 'auth' ? point.slice(0, 16) : point).buffer,
      unsubscribe: async () => ((own = null), true),
    };
    return own;
  };
`;

test('NT3 a browser is offered notifications once there is an application, shows what is pushed, and is turned off in the account', async ({
  visitByPhone,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Pushed');
  const study = await newPublished(product, researcher, id, { publicName: 'News by push' });
  const user = await newParticipant(product);

  const page = await visitByPhone();
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(PUSH_SERVICE);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [one] }) => one && resolve(one.registrationId),
    ),
  );
  await session.send('ServiceWorker.enable');
  const offer = page.getByRole('region', { name: words.heading });

  await enterAs(page, user, '/dashboard/studies');
  const registrationId = await registered;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
  await applyTo(product, user, study);
  await page.reload();
  await expect(page.getByRole('heading', { name: study.publicName })).toBeVisible();
  await offer.getByRole('button', { name: words.turnOn }).click();
  await expect(page.getByText(words.isOn)).toBeVisible();
  await expect(offer).toBeHidden();

  const { title, body } = pushWords.APPLICATION_ACCEPTED;
  const data = JSON.stringify({ title, body, path: '/dashboard/studies', tag: 'one' });
  const worker = page.context().serviceWorkers()[0]!;
  // No headless browser has a place to show them.
  await worker.evaluate(`
    self.seen = [];
    self.registration.showNotification = async (...shown) => void self.seen.push(shown);
    self.clients.openWindow = async (path) => void self.seen.push(path);`);
  const origin = new URL(product.url).origin;
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const seen = () => worker.evaluate('self.seen');
  const shown = [title, { body, tag: 'one', data: '/dashboard/studies', icon: '/icon-192.png' }];
  await expect.poll(seen).toEqual([shown]);
  await worker.evaluate(`
    const pressed = { notification: { data: self.seen[0][1].data, close() {} }, waitUntil() {} };
    self.dispatchEvent(Object.assign(new Event('notificationclick'), pressed));`);
  expect(await seen()).toEqual([shown, '/dashboard/studies']);

  // The page's stand-in would be gone with the page.
  await page.evaluate(
    `history.pushState(null, '', '/dashboard/accounts'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await expect(page.getByRole('heading', { level: 1, name: accountWords.heading })).toBeVisible();
  await expect(offer).toContainText(words.isOn);
  const decisions = offer.getByRole('checkbox', { name: accountWords.pushChoices.decisions });
  await expect(decisions).toBeChecked();
  await decisions.click();
  await expect(page.getByText(accountWords.saved)).toBeVisible();
  await expect(decisions).not.toBeChecked();
  await expectToFitPhone(page);
  await offer.getByRole('button', { name: words.turnOff }).click();
  await expect(offer).toContainText(words.isOff);
});
