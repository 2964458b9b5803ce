import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { newBooked, timeIn } from './bookings.ts';
import { expect, test } from './fixtures.ts';
import { type PageWeight, weigh } from './page-weight.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { be } from './steps.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';
import { NEVER_PREPARED } from './timers.ts';
import { openStage } from './study-wizard-fixtures.ts';

/**
 * Limits of a cold load in KiB of brotli: the measured size plus half a KiB, since renamed modules compress
 * differently.
 */
const lines = {
  public: { all: 45, scripts: 1 },
  auth: { scripts: 130.4, styles: 9, fonts: 32 },
  // The log-in's files, and the forms for a phone number and its code.
  logInByCode: { scripts: 131.3, styles: 9, fonts: 32 },
  // The log-in's files, the sign-up, and the check that a name contains no contact data. Pages that verify an
  // email address or ask for one share this file: a file of their own makes the first visit too large.
  signUp: { scripts: 133.9, styles: 9, fonts: 32 },
  // The page shows all submitted company data, with the schema that checks it.
  admin: { scripts: 136.9, styles: 9, fonts: 32 },
  list: { scripts: 129.8, styles: 9, fonts: 32 },
  // A list, today's meetings, the budget, and the link to deleted projects: another test may have left some
  // of Ama's.
  projects: { scripts: 138.9, styles: 9, fonts: 32 },
  // A list, its attendance marks, and the rows of a desktop.
  agenda: { scripts: 136.6, styles: 9.4, fonts: 32 },
  // A list, all actions of a meeting, and the state of its payment.
  ownMeetings: { scripts: 138.5, styles: 9, fonts: 32 },
  // A list, the forms, and all times.
  times: { scripts: 158.8, styles: 9, fonts: 32 },
  // A list, all actions of its rows, and the columns of a desktop.
  table: { scripts: 152.5, styles: 9.4, fonts: 32 },
  // A list, the forms, all four stages, and the sum in the bar.
  wizard: { scripts: 184.5, styles: 9, fonts: 32 },
} satisfies Record<string, Partial<PageWeight>>;

/** Uses no service worker: responses through one are measured uncompressed. */
async function visitAlone(
  newContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
): Promise<Page> {
  const page = await (await newContext({ serviceWorkers: 'block' })).newPage();
  await page.addInitScript(NEVER_PREPARED);
  return page;
}

async function expectWithin(page: Page, line: Partial<PageWeight>): Promise<void> {
  const weight = await weigh(page);
  const { pathname } = new URL(page.url());
  for (const [part, most] of Object.entries(line)) {
    const measured = weight[part as keyof PageWeight];
    expect
      .soft(measured, `${pathname}: ${part} ${measured.toFixed(1)} of ${most} KiB`)
      .toBeLessThanOrEqual(most);
  }
}

test('public pages are small and have almost no script', async ({ newContext }) => {
  for (const path of ['/', '/about', '/contact-us', '/privacy-policy', '/terms-and-conditions']) {
    const page = await visitAlone(newContext);
    await page.goto(path);
    await expectWithin(page, lines.public);
  }
});

test('the pages around log-in keep within their size limit @full', async ({ visit }) => {
  const user = DEMO_PEOPLE.kojo.userId;
  for (const path of [
    '/login',
    '/signup',
    '/login/code',
    '/participant-login',
    '/participant-signup',
    '/forgot-password',
    '/forgot-password/esi@example.com',
    `/reset-password/${user}?token=unknown`,
    '/verifying-confirmation/esi@example.com',
    `/verification-success/${user}`,
    '/verification-failed/esi@example.com',
  ]) {
    const page = await visit();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const logIn = path === '/login/code' ? lines.logInByCode : lines.auth;
    await expectWithin(page, /signup|verif|forgot/.test(path) ? lines.signUp : logIn);
  }
  const page = await visit();
  await page.goto(`/accept-company/unknown/${user}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectWithin(page, lines.admin);
});

for (const [who, path, line, tag] of [
  ['abena', '/dashboard/browse-studies', lines.list, ''],
  ['ama', '/dashboard/projects', lines.projects, ''],
  ['ama', '/dashboard/meetings', lines.agenda, ' @full'],
  ['abena', '/dashboard/studies', lines.ownMeetings, ' @full'],
] as const) {
  test(`${path} of ${who} keeps within its size limit${tag}`, async ({ newContext }) => {
    const page = await visitAlone(newContext);
    await be(page, who);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectWithin(page, line);
  });
}

test('the table of applicants keeps within its size limit', async ({ newContext, product }) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Sizes');
  const study = await newPublished(product, researcher, id);
  await applyByCall(product, await newParticipant(product), study);
  const page = await visitAlone(newContext);
  await enterAs(page, researcher, `/dashboard/study-applicants/${study.id}`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectWithin(page, lines.table);
});

test('the pages to choose a time and for one meeting keep within their size limit @full', async ({
  newContext,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Sizes of meetings');
  const [time, other] = [timeIn(3), timeIn(4)];
  const plan = { availableDates: [time.day, other.day], availableTimes: [time.label] };
  const study = await newPublished(product, researcher, id, {}, plan);
  const { participant, bookingId } = await newBooked(product, researcher, study, time.slotId);
  const page = await visitAlone(newContext);
  await enterAs(page, participant, `/dashboard/studies/${study.id}/time`);
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expectWithin(page, lines.times);
  const meeting = await visitAlone(newContext);
  await enterAs(meeting, participant, `/dashboard/meeting/${bookingId}`);
  await expect(meeting.getByRole('heading', { level: 2 })).toBeVisible();
  await expectWithin(meeting, lines.ownMeetings);
});

test('the wizard’s heaviest stage keeps within its size limit', async ({ newContext, product }) => {
  const page = await visitAlone(newContext);
  await openStage(page, product, 4);
  await expect(page.getByRole('grid')).toBeVisible();
  await expectWithin(page, lines.wizard);
});
