import type { Page } from '@playwright/test';
import { withoutBidiControls } from '@app/contracts/text.ts';
import { authWords } from '@app/words/auth.ts';
import { decideCompanyWords } from '@app/words/decide-company.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { putItems } from './stored-items.ts';
import { overflow } from './layout.ts';
import { longTexts, markup, markupNames } from './markup.ts';
import { seedMarkup } from './markup-seeds.ts';

/** Study names drop characters that could reverse neighbouring text. */
const studyNames = markup.map(withoutBidiControls);
const person = `${markupNames.first} ${markupNames.last}`;
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const bell = (page: Page) => page.getByRole('button', { name: new RegExp(`^${shell.notifications('')}`) });

/** The state of a page: whether anything ran, unexpected elements, and the targets of its links. */
interface Found {
  ran: unknown;
  made: number;
  links: string[];
}

/** Returns all readable text, including fields, titles and collapsed sections. */
async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate<string>(`(() => {
    const fields = [...document.querySelectorAll('input, textarea')];
    return [document.title, document.body.textContent, ...fields.map(({ value }) => value)].join(' ');
  })()`);
  return inOneLine(text);
}

/** Opens an address on a phone's screen; everything expected appears as written, and none of it runs. */
async function look(page: Page, path: string, expected: readonly string[]): Promise<void> {
  if (path !== '') await page.goto(path);
  await expect
    .poll(async () => {
      const text = await textOf(page);
      return expected.filter((line) => !text.includes(inOneLine(line)));
    }, `${page.url()} shows it all`)
    .toEqual([]);
  const found = await page.evaluate<Found>(`({
    ran: globalThis.__xss,
    made: document.querySelectorAll('main :is(script, style, iframe, math, base, img, [onerror], [onload], [srcdoc])').length,
    links: [...document.querySelectorAll('a')].map(({ href }) => href),
  })`);
  expect
    .soft(
      {
        ...found,
        overflow: await overflow(page),
        links: found.links.filter((href) => !/^(https?|mailto|tel|whatsapp):/.test(href)),
      },
      page.url(),
    )
    .toEqual({ ran: undefined, made: 0, links: [], overflow: 0 });
}

test('OUT-2 user input is text on every screen, in every email and every notification @full', async ({
  visit,
  product,
}) => {
  const seeds = await test.step('the markup is written into every field', () => seedMarkup(product));
  const strangers: string[] = [];
  const open = async (as?: { token: string }) => {
    const page = await visit();
    await page.setViewportSize({ width: 360, height: 740 });
    page.on('dialog', (dialog) => strangers.push(dialog.message()));
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url)) strangers.push(request.url());
    });
    if (as) await putItems(page, { user: as });
    return page;
  };
  const pageOf = (path: string, number: number, all: readonly string[]): [string, string[]] => [
    `${path}?page=${number}`,
    // The newest studies come first.
    all.toReversed().slice((number - 1) * 10, number * 10),
  ];
  const pages = (path: string, all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / 10) }, (_, index) => pageOf(path, index + 1, all));

  await test.step('a researcher', async () => {
    const page = await open(seeds.researcher);
    await look(page, '/dashboard', [markupNames.first]);
    await bell(page).click();
    await look(page, '', markup.slice(0, 9));
    const screens: [string, readonly string[]][] = [
      ...pages('/dashboard/projects', markup),
      ...pages(`/dashboard/project/${seeds.project}`, [...studyNames, ...studyNames.slice(0, 2)]),
      [`/dashboard/project-settings/${seeds.projects[0]}`, [markup[0]!, longTexts()[0]!]],
      [`/dashboard/create-study/${seeds.project}`, []],
      ['/dashboard/create-project', []],
      ['/dashboard/accounts', [person]],
      ['/dashboard/help', []],
    ];
    for (const [path, expected] of screens) await look(page, path, expected);
    await look(page, `/dashboard/study-applicants/${seeds.asked}`, [person]);
    await page.getByRole('rowheader').getByRole('button').click();
    await look(page, '', [...markup, longTexts()[0]!, longTexts()[1]!]);
  });

  await test.step('a participant', async () => {
    const page = await open(seeds.participant);
    const unseen = [...studyNames.slice(9), studyNames[1]!];
    const screens: [string, readonly string[]][] = [
      ...pages('/dashboard/browse-studies', unseen),
      [`/dashboard/study-apply/${seeds.open}`, [...markup, `${markup[0]} ${markup[1]}`]],
      ['/dashboard/studies', markup],
      ['/dashboard/accounts', [person]],
    ];
    for (const [path, expected] of screens) await look(page, path, expected);
    await bell(page).click();
    await look(page, '', [markup.at(-1)!]);
  });

  await test.step('an admin who declines with a reason, and the researcher who reads it', async () => {
    const admin = await open();
    await look(admin, new URL(seeds.declineLink).pathname, []);
    await admin.getByLabel(decideCompanyWords.reason).fill(longTexts()[2]!);
    await admin.getByRole('button', { name: decideCompanyWords.decline.button }).click();
    const company = `${markup[0]} ${markup[1]}`;
    await look(admin, '', [decideCompanyWords.decline.doneHeading(company)]);
    const page = await open(seeds.declined);
    await look(page, '/dashboard/projects', [markupNames.first]);
    await look(page, '/dashboard/kyc', []);
    await look(page, '/dashboard/accounts', [person]);
  });

  await test.step('emails', async () => {
    const page = await open();
    await look(page, `/dev/mail?to=${encodeURIComponent(seeds.declined.email)}`, [
      markupNames.first,
      longTexts()[2]!,
    ]);
    await look(page, '/dev/mail?to=admin@demo.test', [`${markup[0]} ${markup[1]}`, markup[2]!]);
    const emails = await page
      .getByRole('link', { name: /HTML/i })
      .evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute('href') ?? ''));
    for (const email of emails) await look(page, email, [markup[2]!]);
  });

  await test.step('addresses and fields that are not stored', async () => {
    const page = await open();
    // Markup is not a valid address and is not shown; this one is valid by the rule of section 5.
    const address = "{{__xss=1}}'&lt\u202Eb@evil.example";
    await look(page, `/verifying-confirmation/${encodeURIComponent(address)}`, [address]);
    for (const line of markup) {
      // Navigates like a link inside the app, without reloading the page each time.
      const place = JSON.stringify(`/verifying-confirmation/${encodeURIComponent(line)}`);
      await page.evaluate(
        `history.pushState(null, '', ${place}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await look(page, '', [verificationWords.verifyingConfirmation.heading]);
    }
    for (const path of [
      'verification-failed',
      'forgot-password',
      'verify-email',
      'reset-password',
      'no-such-page',
    ]) {
      await look(
        page,
        `/${path}/${encodeURIComponent(markup[0]!)}?page=${encodeURIComponent(markup[2]!)}`,
        [],
      );
    }
    await page.goto('/signup');
    await page.getByRole('textbox', { name: authWords.firstName }).fill(markup[0]!);
    await page.getByRole('textbox', { name: authWords.lastName }).fill(markup[2]!);
    await look(page, '', []);
  });
  expect(strangers).toEqual([]);
});
