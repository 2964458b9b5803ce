import type { Page, Request, Route } from '@playwright/test';
import type pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { errorWords } from '@app/words/errors.ts';
import { myStudiesMeetingWords as own } from '@app/words/my-studies-meetings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import type { Product } from '../support/product.ts';
import { newBooked, STORED_NUMBER, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { readQrCode } from './read-qr-code.ts';
import { newStudy } from './studies.ts';
import { beginIn, test } from './shifted-clock.ts';
import { expectToFitWidth } from './text-size.ts';

const NAME = 'Esi Owusu';
const ATTENDANCE = `**${PROJECT_BASE}${markAttendance.path.replace(':id', '*')}`;
const PHONE = { width: 360, height: 800 };
/** The Chromium of the tests has neither a camera nor a detector. The camera sees `camera.text`. */
const cameraThatReads = (text?: string) => `
  globalThis.camera = { isOn: false, text: ${JSON.stringify(text)} };
  globalThis.BarcodeDetector = class {
    detect = async () => (camera.text ? [{ rawValue: camera.text }] : []);
  };
  const getUserMedia = async () => {
    const stream = new MediaStream();
    // An earlier stream that is stopped late does not turn off a later one.
    const stop = () => { if (camera.stream === stream) camera.isOn = false; };
    Object.assign(camera, { stream, isOn: true });
    return Object.assign(stream, { getTracks: () => [{ stop }] });
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
  HTMLMediaElement.prototype.play = async () => {};`;

/** Pages load these parts early, because the place of a meeting may have no connection. */
async function untilLoaded(page: Page, ...parts: string[]): Promise<void> {
  const names = `performance.getEntriesByType('resource').map(({ name }) => name).join()`;
  for (const part of parts)
    await expect.poll(() => page.evaluate<string>(names)).toContain(`/assets/${part}-`);
}

const button = (act: string) => ({ name: words.of(act, NAME) });

/** Creates a meeting that ended ten minutes ago and is not marked. */
async function newEnded(product: Product, database: pg.Client) {
  const at = timeIn(1);
  const plan = {
    availableDates: [at.day],
    availableTimes: [at.label],
    leadHours: 0,
    meetingWay: 'IN_PERSON' as const,
    meetingDetails: { place: 'Hall A', landmark: 'Gate' },
  };
  const { researcher, study } = await newStudy(product, { name: 'Codes', publicName: 'Come and show' }, plan);
  const { participant, bookingId } = await newBooked(product, researcher, study, at.slotId);
  await beginIn(database, bookingId, '-40 minutes');
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  return { researcher, study, participant, bookingId, ...booking!.proofWords! };
}

const isWord = (request: Request) => request.postData()?.includes('"word"') ?? false;

/** Only the calls that have a word do not reach the server. */
const loseWords = (page: Page) =>
  page.route(ATTENDANCE, (route) => (isWord(route.request()) ? route.abort() : route.fallback()));

/** The server records the marks, but its replies are lost. */
async function loseReply(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

const allowUndo = (database: pg.Client, bookingId: string) =>
  database.query(
    `update project.bookings set final_at = now() + interval '10 minutes' where booking_id = $1`,
    [bookingId],
  );

async function enterWord(page: Page, word: string): Promise<void> {
  await page.getByRole('button', button(words.enterWord)).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.word).fill(word);
  await dialog.getByRole('button', { name: words.checkIn }).click();
}

test('a phone meeting goes from “Call” over two tries to “came” by the participant’s word', async ({
  visit,
  product,
  database,
}) => {
  const at = timeIn(1);
  const plan = { availableDates: [at.day], availableTimes: [at.label], leadHours: 0 };
  const { researcher, study } = await newStudy(product, { name: 'Tries', publicName: 'Talk twice' }, plan);
  const { participant, bookingId } = await newBooked(product, researcher, study, at.slotId);
  await beginIn(database, bookingId, '-5 minutes');
  const theirs = await visit();
  await theirs.setViewportSize(PHONE);
  await enterAs(theirs, participant, paths.studies);
  await expect(theirs.getByText(own.proofRule.PHONE)).toBeVisible();
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  const { first, second } = booking!.proofWords!;
  for (const word of [first, second]) await expect(theirs.getByText(word, { exact: true })).toBeVisible();
  await expectToFitWidth(theirs);

  const page = await visit();
  await page.setViewportSize(PHONE);
  await enterAs(page, researcher, paths.meetings);
  const row = page.getByRole('group', { name: NAME, exact: true });
  await expect(row).toContainText(words.firstWord(first));
  await row.getByRole('button', button(words.showNumber)).click();
  const link = row.getByRole('link', { name: words.call(localNumber(STORED_NUMBER)) });
  // The browser of the test cannot call.
  await link.evaluate((element) =>
    element.addEventListener('click', (event: { preventDefault(): void }) => event.preventDefault()),
  );
  await link.click();
  await expect(row).toContainText(/needs 2 more calls/);
  // The second try is two minutes later.
  await database.query(
    `update project.bookings set calls = jsonb_build_array(to_char(now() at time zone 'UTC' - interval '2 minutes',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) where booking_id = $1`,
    [bookingId],
  );
  await link.click();
  await expect(row).toContainText(/needs 1 more call,/);
  await row.getByRole('button', button(words.enterWord)).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words.wordByPhone(first));
  await dialog.getByLabel(words.word).fill('stranger');
  await dialog.getByRole('button', { name: words.checkIn }).click();
  await expect(page.getByText(/not the second word/)).toBeVisible();
  await dialog.getByLabel(words.word).fill(' ');
  await expect(dialog.getByText(words.wordMissing)).toBeVisible();
  await dialog.getByLabel(words.word).fill(` ${second.toUpperCase()}`);
  await expectToFitWidth(page);
  await dialog.getByRole('button', { name: words.checkIn }).click();
  await expect(row).toContainText(words.proven);
  await expect(theirs.getByText(own.proven)).toBeVisible();
});

test('a word shown as a code is entered without a connection, and checked once there is one', async ({
  visit,
  product,
  database,
}) => {
  const { researcher, study, participant, first, second } = await newEnded(product, database);
  const theirs = await visit();
  await theirs.setViewportSize(PHONE);
  await enterAs(theirs, participant, paths.studies);
  const show = theirs.getByRole('button', { name: own.of(own.showWord, study.publicName) });
  await expect(show).toBeVisible();
  await untilLoaded(theirs, 'proof-words-modal');
  await theirs.context().setOffline(true);
  await show.click();
  const code = theirs.getByRole('img', { name: own.wordCode });
  await expect(code).toBeVisible();
  const text = `${first} ${second}`;
  expect(await readQrCode(code)).toBe(text);

  const page = await visit();
  await page.addInitScript(cameraThatReads(text));
  await page.setViewportSize(PHONE);
  await enterAs(page, researcher, paths.meetings);
  const row = page.getByRole('group', { name: NAME, exact: true });
  await expect(row.getByRole('button', button(words.enterWord))).toBeVisible();
  await untilLoaded(page, 'check-in-modal');
  await page.context().setOffline(true);
  await row.getByRole('button', button(words.enterWord)).click();
  await page.getByRole('button', { name: words.scan }).click();
  await expect(row).toContainText(words.pendingWord);
  await page.context().setOffline(false);
  await expect(row).toContainText(words.proven);
  await expect(page.getByText(words.checkedLater(NAME))).toBeVisible();
});

test('the scanner sends only words of this meeting, and turns the camera off', async ({
  visit,
  product,
  database,
}) => {
  const { researcher, participant, first, second } = await newEnded(product, database);
  const page = await visit();
  await page.addInitScript(cameraThatReads());
  await page.setViewportSize(PHONE);
  await enterAs(page, researcher, paths.meetings);
  const sent: string[] = [];
  await page.route(ATTENDANCE, (route) => {
    sent.push(route.request().postData() ?? '');
    return route.continue();
  });
  const open = page.getByRole('button', button(words.enterWord));
  await open.click();
  const dialog = page.getByRole('dialog');
  const scan = dialog.getByRole('button', { name: words.scan });
  const stop = dialog.getByRole('button', { name: words.stopScan });
  const expectCamera = (isOn: boolean) => expect.poll(() => page.evaluate('camera.isOn')).toBe(isOn);

  await expect(scan).toHaveAttribute('aria-expanded', 'false');
  await dialog.getByLabel(words.word).focus();
  await scan.click();
  await expectCamera(true);
  await expect(stop).toHaveAttribute('aria-expanded', 'true');
  await expect(stop).toBeFocused();
  await expect(dialog.getByText(words.wordMissing)).toBeHidden();
  await stop.click();
  await expect(dialog.getByText(words.wordMissing)).toBeVisible();
  await expectCamera(false);

  await scan.click();
  await expectCamera(true);
  await dialog.getByRole('button', { name: words.keepPlace, exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expectCamera(false);

  await open.click();
  await page.evaluate(`camera.text = 'someone ${second}'`);
  await scan.click();
  await expect(dialog.getByText(words.otherMeeting)).toBeVisible();
  await expectCamera(false);
  await expectToFitWidth(page);
  expect(sent).toEqual([]);
  await page.evaluate(`camera.text = '${first} ${second}'`);
  await scan.click();
  await expect(page.getByText(words.marked.ATTENDED)).toBeVisible();
  expect(sent).toHaveLength(1);
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  expect(booking).toMatchObject({ state: 'ATTENDED', provenAt: expect.any(String) });
});

test('a pending word is sent from any page, after a failure that can pass too', async ({
  visit,
  product,
  database,
}) => {
  const { researcher, participant, second } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await page.route(ATTENDANCE, (route) =>
    route.fulfill({ status: 409, json: { status: 409, code: 'THEIR_CONSENT_OUTDATED' } }),
  );
  await enterWord(page, second);
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  await page.goto(paths.projects);
  await page.unrouteAll();
  await expect(page.getByText(words.checkedLater(NAME))).toBeVisible();
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  expect(booking).toMatchObject({ state: 'ATTENDED', provenAt: expect.any(String) });
});

test('a pending word is sent without a reload after the server failed', async ({
  visit,
  product,
  database,
}) => {
  const { researcher } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await page.route(ATTENDANCE, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await enterWord(page, 'stranger');
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  await untilLoaded(page, 'pending-calls-sender');
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await expect(page.getByText(words.refusedLater(NAME, errorWords.PROOF_WORD_WRONG))).toBeVisible();
});

test('a pending word that is refused is named once', async ({ visit, product, database }) => {
  const { researcher } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await loseWords(page);
  await enterWord(page, 'stranger');
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await expect(page.getByText(words.refusedLater(NAME, errorWords.PROOF_WORD_WRONG))).toBeVisible();
  await expect(page.getByText(words.pendingWord)).toBeHidden();
});

test('a pending word does not undo an undone mark', async ({ visit, product, database }) => {
  const { researcher, participant, bookingId, second } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await page.route(ATTENDANCE, loseReply);
  await enterWord(page, second);
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  await loseWords(page);
  await page.unroute(ATTENDANCE, loseReply);
  await allowUndo(database, bookingId);
  await page.reload();
  await page.getByRole('button', button(words.undo)).click();
  await expect(page.getByText(words.marked.UNMARKED)).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('button', button(words.enterWord))).toBeVisible();
  expect(await page.evaluate(`localStorage.getItem('pendingCalls')`)).toBe('null');
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  expect(booking).toMatchObject({ state: 'BOOKED' });
});

test('an undo waits for a pending word that is being sent', async ({ visit, product, database }) => {
  const { researcher, participant, bookingId, second } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await page.route(ATTENDANCE, loseReply);
  await enterWord(page, second);
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  // An open page may send the word again at any time.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await allowUndo(database, bookingId);
  const released = Promise.withResolvers<void>();
  const arrived: string[] = [];
  await page.route(ATTENDANCE, async (route) => {
    if (isWord(route.request())) await released.promise;
    arrived.push(isWord(route.request()) ? 'word' : 'undo');
    await route.continue();
  });
  const sent = page.waitForRequest(isWord);
  await page.goto(paths.meetings);
  await sent;
  const undo = page.getByRole('button', button(words.undo));
  await undo.click();
  await expect(undo).toHaveAttribute('aria-busy', 'true');
  released.resolve();
  await expect(page.getByText(words.marked.UNMARKED)).toBeVisible();
  await expect.poll(() => arrived).toEqual(['word', 'undo']);
  const [booking] = await callProduct(product, listOwnBookings, { as: participant });
  expect(booking).toMatchObject({ state: 'BOOKED' });
});

test('a word is still pending after a mark that is refused', async ({ visit, product, database }) => {
  const { researcher, second } = await newEnded(product, database);
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  const problem = { status: 409, code: 'TOO_FEW_CALLS', detail: errorWords.TOO_FEW_CALLS };
  await page.route(ATTENDANCE, (route) => route.fulfill({ status: 409, json: problem }));
  await loseWords(page);
  await enterWord(page, second);
  await expect(page.getByText(words.pendingWord)).toBeVisible();
  await page.getByRole('button', { name: words.moreFor(NAME) }).click();
  await page.getByRole('button', button(words.turnedAway)).click();
  await expect(page.getByText(errorWords.TOO_FEW_CALLS)).toBeVisible();
  await expect(page.getByText(words.pendingWord)).toBeVisible();
});
