import { startRelay } from '../support/relay.ts';
import { expect, test } from './fixtures.ts';
import { afterwards, firstVisit, newDay, runSteps } from './participant-day.ts';
import { untilLoadedIsKept } from './offline.ts';
import { PHONE, expectToFitPhone } from './phone.ts';
import { expectDayStored } from './stored-day.ts';
import { NEVER_LOST } from './timers.ts';
import { bytesAtRest } from './visit-weight.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The limit covers all received bytes with every header, without the header compression of HTTP/2.
 * docs/bench-web.md has the measured value.
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
    // Only a slow test would cause these requests: a late event, or stale data.
    await context.addInitScript(NEVER_LOST);
    await context.clock.setFixedTime(Date.now());
    const day = await newDay(await context.newPage(), product);
    const fits = () => expectToFitPhone(day.page);
    await runSteps(day, firstVisit, async (step) => {
      await fits();
      // Even in a quick test the app caches for offline use what exists before the application.
      if (step === 'opens the set-up') await untilLoadedIsKept(day.page);
    });
    await untilLoadedIsKept(day.page);
    const { down } = await bytesAtRest(relay);
    // docs/bench-web.md has this value, which a change of the pages may change.
    console.log(`The first visit: ${down} bytes in ${relay.asked().length} requests`);
    expect(down, relay.asked().join('\n')).toBeLessThanOrEqual(MOST_BYTES);
    // The traffic went through the relay.
    expect(down).toBeGreaterThan(MOST_BYTES / 4);
    expect(relay.asked().length, relay.asked().join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    await runSteps(day, afterwards, fits);
    await expectDayStored(day);
  } finally {
    relay.close();
  }
});
