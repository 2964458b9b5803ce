import { startRelay } from '../support/relay.ts';
import { expect, test } from './fixtures.ts';
import { afterwards, firstVisit, newDay, walk } from './participant-day.ts';
import { untilLoadedIsKept } from './offline.ts';
import { PHONE, expectToFitPhone } from './phone.ts';
import { expectDayStored } from './stored-day.ts';
import { NEVER_LOST } from './timers.ts';
import { bytesAtRest } from './visit-weight.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Of all that comes, in bytes with every header, without the compression of them that HTTP/2 brings. docs/bench-web.md says
 * how far below it stays.
 */
const MOST_BYTES = 256 * 1024;
const MOST_REQUESTS = 40;

test('S-401 S-403 S-405 S-406 a participant’s day on a 360 px phone by touch; the first visit is small', async ({
  newContext,
  product,
}) => {
  const relay = await startRelay();
  relay.leadTo(Number(new URL(product.url).port));
  try {
    const context = await newContext({ ...PHONE, baseURL: `http://localhost:${relay.port}` });
    // Only time would have a page ask for these: an event that has not come yet, and what it knows grown old.
    await context.addInitScript(NEVER_LOST);
    await context.clock.setFixedTime(Date.now());
    const day = await newDay(await context.newPage(), product);
    const fits = () => expectToFitPhone(day.page);
    await walk(day, firstVisit, async (step) => {
      await fits();
      // However quick the walk is, the app keeps for a lost connection what there is before the application.
      if (step === 'opens the set-up') await untilLoadedIsKept(day.page);
    });
    await untilLoadedIsKept(day.page);
    const { down } = await bytesAtRest(relay);
    // For docs/bench-web.md, from quiet machines and busy ones.
    console.log(`The first visit: ${down} bytes in ${relay.asked().length} requests`);
    expect(down, relay.asked().join('\n')).toBeLessThanOrEqual(MOST_BYTES);
    // The walk went through the relay.
    expect(down).toBeGreaterThan(MOST_BYTES / 4);
    expect(relay.asked().length, relay.asked().join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    await walk(day, afterwards, fits);
    await expectDayStored(day);
  } finally {
    relay.close();
  }
});
