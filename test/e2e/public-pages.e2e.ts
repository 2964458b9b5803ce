import { randomUUID } from 'node:crypto';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { changeListing } from '@app/contracts/project/study-calls.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { meetingFieldWords as plan } from '@app/words/meeting-fields.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { frameWords as frame } from '@app/words/frame.ts';
import { openStudiesWords as openStudies } from '@app/words/open-studies.ts';
import { homeWords as home } from '@app/words/home.ts';
import { contact } from '@app/words/contact.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { callProduct } from './call-product.ts';
import { enterAs, newPerson, newVerifiedResearcher } from './people.ts';
import { newProject, newPublished, newStudy } from './studies.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { overflow } from './layout.ts';
import { be, SCREEN_PASSWORD } from './steps.ts';

const readOnly = ['/', '/about', '/open-studies', '/contact-us', '/privacy-policy', '/terms-and-conditions'];
const heading = "We can't find this page";
const text = 'The page you are looking for does not exist or has been moved.';

/** A browser sends this header when it navigates to an address. */
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const hrefsOf = (html: string) =>
  [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, href = '']) => href);

test('S-101 each page is complete HTML: only the script that caches it, one h1, landmarks, its own title and description', async ({
  product,
}) => {
  const titles = new Set<string>();
  for (const path of readOnly) {
    const html = await (await fetch(product.url + path, { headers: asBrowser })).text();
    expect.soft(html.match(/<script[^>]*>/g), path).toEqual([expect.stringMatching(/ async .*read-offline/)]);
    expect.soft(html, path).not.toMatch(/modulepreload/);
    const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
    const [, description = ''] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
    expect.soft(description.length, path).toBeGreaterThan(50);
    titles.add(title).add(description);
    for (const [tag, count] of [
      ['h1', 1],
      ['main', 1],
      ['header', 1],
      ['footer', 1],
    ] as const)
      expect.soft(html.match(new RegExp(`<${tag}\\b`, 'g')), `${tag} of ${path}`).toHaveLength(count);
    expect.soft(html, path).toContain('href="#content"');
  }
  expect(titles.size).toBe(readOnly.length * 2);
});

test('S-101 every link of these pages works, and every anchor leads to a section', async ({ product }) => {
  const led = new Map<string, number>();
  for (const path of readOnly) {
    const html = await (await fetch(product.url + path, { headers: asBrowser })).text();
    for (const href of hrefsOf(html)) {
      if (href.startsWith('#')) expect.soft(html, path).toContain(`id="${href.slice(1)}"`);
      else if (href.startsWith('/') && !led.has(href))
        led.set(href, (await fetch(product.url + href, { headers: asBrowser })).status);
    }
  }
  expect(led.size).toBeGreaterThan(8);
  expect([...led].filter(([, status]) => status !== 200)).toEqual([]);
});

test('S-101 contact us: emails with their subject, to the one address, without script', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/contact-us');
  await expect(page.getByRole('link', { name: contact.email })).toHaveAttribute(
    'href',
    `mailto:${contact.email}`,
  );
  await expect(page.getByRole('link', { name: 'Write about a payment' })).toHaveAttribute(
    'href',
    `mailto:${contact.email}?subject=My%20pay`,
  );
  await context.close();
});

test('security.txt leads to the security policy', async ({ product }) => {
  const contacts = await (await fetch(`${product.url}/.well-known/security.txt`)).text();
  const [, policy = ''] = /^Policy: (.+)$/m.exec(contacts) ?? [];
  expect(policy).toBe(`${product.url}/security-policy.txt`);
  expect(await (await fetch(policy)).text()).toMatch(/^# Security policy\n/);
});

test('S-101 legal texts: contents that collapse on a phone, are beside the text on a desktop, and link to it', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const [path, section] of [
    ['/privacy-policy', 'Your rights'],
    ['/terms-and-conditions', 'Payment'],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const link = contents.getByRole('link', { name: section, exact: false }).first();
    await expect(link).toBeHidden();
    await contents.getByText('On this page').click();
    await link.click();
    await expect(
      page.getByRole('heading', { level: 2, name: new RegExp(`\\d\\. ${section}`) }),
    ).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(path);
    await expect(link).toBeVisible();
  }
  await context.close();
});

test('S-404 S-101 anyone sees the public open studies, with pay and without scripts, each as a link', async ({
  product,
  newContext,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Shown to all');
  const publicName = `Shown <b>&</b> [[study TEXT]] ${project.id}`.slice(0, 50);
  const given = { publicName, gender: ['FEMALE'], minimumAge: 18, maximumAge: 35 } as const;
  const shown = await newPublished(
    product,
    researcher,
    project.id,
    { ...given, gender: ['FEMALE'] },
    { isListed: true },
  );
  const hidden = await newPublished(product, researcher, project.id, { publicName: `Hidden ${project.id}` });
  const context = await newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  // The list is at most some seconds old.
  await expect
    .poll(async () => {
      await page.goto('/open-studies');
      return page.getByRole('heading', { level: 2, name: publicName }).count();
    })
    .toBe(1);
  const card = page.getByRole('listitem').filter({ hasText: publicName });
  await expect(card).toContainText(openStudies.notPaid);
  await expect(card).toContainText('For women of 18 to 35');
  await expect(card).toContainText(shown.description);
  await expect(page.getByText(`Hidden ${project.id}`)).toHaveCount(0);
  await expect(card).toContainText(`Darko Research ${researcher.userId.slice(-6)}`);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expect(card.getByRole('link', { name: openStudies.apply })).toHaveAttribute(
    'href',
    `/dashboard/study-apply/${shown.id}`,
  );

  await card.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/open-studies/${shown.id}$`));
  const head = async (address: string) => {
    const answer = await page.goto(address);
    const content = (name: string) => page.locator(name).getAttribute('content');
    return {
      status: answer?.status(),
      title: await page.title(),
      description: await content('meta[name="description"]'),
      preview: await content('meta[property="og:title"]'),
      heading: await page.getByRole('heading', { level: 1 }).textContent(),
      canonical: await page.locator('link[rel="canonical"]').getAttribute('href'),
      robots:
        (await page.locator('meta[name="robots"]').count()) > 0 ? await content('meta[name="robots"]') : null,
    };
  };
  const [name, address] = [`${publicName} · ${PRODUCT_NAME}`, `${product.url}/open-studies/${shown.id}`];
  for (const variant of [
    `/open-studies/${shown.id}`,
    `/OPEN-STUDIES/${shown.id}/`,
    `//open-studies//${shown.id.toUpperCase()}?from=link`,
  ])
    expect(await head(product.url + variant), variant).toEqual({
      status: 200,
      title: name,
      description: expect.stringMatching(/^Not paid · 30 mins · .*For women of 18 to 35$/),
      preview: name,
      heading: publicName,
      canonical: address,
      robots: null,
    });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  // The study is not listed, but anyone with the link can read it.
  expect(await head(`/open-studies/${hidden.id}`)).toMatchObject({ status: 200, robots: 'noindex' });
  expect((await page.goto('/open-studies/no-id'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const gone = await page.goto(`/open-studies/${randomUUID()}`);
  expect(gone?.status()).toBe(404);
  await expect(page.getByRole('alert')).toContainText(openStudies.gone);
  await expect(page.getByRole('heading', { level: 2, name: publicName })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  for (const path of ['/open-studies/', '/open-studies//', '/Open-Studies']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2, name: publicName })).toBeVisible();
    expect(await page.content()).not.toContain('[[each');
  }

  await callProduct(product, changeListing, {
    as: researcher,
    params: { id: shown.id },
    body: { isListed: false },
  });
  await expect.poll(async () => (await head(`/open-studies/${shown.id}`)).robots).toBe('noindex');
});

test('S-404 a researcher removes a study from the public page, and adds it again in its share section', async ({
  visit,
  product,
}) => {
  const {
    researcher,
    study: { id },
  } = await newStudy(product, {}, { isListed: true });
  const isListed = async () => {
    const study = await callProduct(product, readStudy, { as: researcher, params: { id } });
    return 'isListed' in study && study.isListed;
  };
  const page = await visit();
  await enterAs(page, researcher, `/dashboard/study/${id}`);
  await page.getByRole('button', { name: studyPage.share, exact: true }).click();
  const box = page.getByRole('checkbox', { name: plan.isListed });
  for (const isShown of [false, true]) {
    await expect(box).toBeChecked({ checked: !isShown });
    await box.click();
    await expect(box).toBeChecked({ checked: isShown });
    await expect.poll(isListed).toBe(isShown);
  }
});

test('S-206 a page that was sent to a person opens from home after log-in', async ({ visit, product }) => {
  const page = await visit();
  await page.goto('/dashboard/accounts');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(home.sentPage)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: frame.logIn }).first().click();
  const person = await newPerson(product, 'PARTICIPANT');
  await page.getByRole('textbox', { name: auth.email, exact: true }).fill(person.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await page.getByRole('button', { name: auth.logIn, exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/accounts$/);
});

test('S-101 nothing is wider than a 320 px phone', async ({ visit }) => {
  const page = await visit();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [...readOnly, '/login', '/signup', '/no/such/page']) {
    await page.goto(path);
    expect.soft(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test('S-109 an unknown address answers 404 with a page that is readable before any script', async ({
  product,
}) => {
  for (const path of ['/nowhere', '/about/us', '/not-found', '/verify-email', '/login/now', '/a.b@c.gh']) {
    const answer = await fetch(product.url + path, { headers: asBrowser });
    expect
      .soft([path, answer.status, answer.headers.get('content-type')])
      .toEqual([path, 404, 'text/html; charset=utf-8']);
    const html = (await answer.text()).replaceAll('&#x27;', "'");
    expect.soft(html, path).toContain(heading);
    expect.soft(html, path).toContain(text);
    expect.soft(hrefsOf(html), path).toEqual(expect.arrayContaining(['/', '/contact-us']));
  }
});

test('S-109 a cached page of such an address is never answered with an empty one', async ({ request }) => {
  for (const path of ['/nowhere', '/dashboard/nowhere']) {
    const first = await request.get(path, { headers: asBrowser });
    const { etag = '"x"', 'last-modified': changedAt = new Date().toUTCString() } = first.headers();
    const again = await request.get(path, {
      headers: { ...asBrowser, 'if-none-match': etag, 'if-modified-since': changedAt },
    });
    expect([again.status(), (await again.body()).length]).toEqual([404, (await first.body()).length]);
  }
});

test('S-109 an address with a page answers 200, with any parameters', async ({ product }) => {
  for (const path of [
    '/about/',
    '/About',
    '/verifying-confirmation/esi@example.com',
    '/verification-failed',
    '/verification-failed/esi%40example.com',
    '/verify-email/abc.def-_',
    '/reset-password/1?token=a/b',
    '/accept-company/t/u',
    '/dashboard',
    '/dashboard/projects',
    '/dashboard/create-study/1',
    '/dashboard/participant-setup',
  ]) {
    const answer = await fetch(product.url + path, { headers: asBrowser });
    expect.soft([path, answer.status]).toEqual([path, 200]);
  }
});

test('S-109 Go back is one step in history, Go home leads home, and one press contacts the team', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/about');
  await page.goto('/terms-and-conditions');
  expect((await page.goto('/nowhere?from=somewhere#else'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Go back', exact: true }).click();
  await expect(page).toHaveURL(/\/terms-and-conditions$/);

  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Chat with the team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Go home', exact: true }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('S-109 below the dashboard the menu stays visible', async ({ visit }) => {
  const page = await visit();
  await be(page, 'ama');
  expect((await page.goto('/dashboard/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Projects' }).first()).toBeVisible();
  expect((await page.goto(`/dashboard/project/${DEMO_PEOPLE.ama.userId}`))?.status()).toBe(200);
});
