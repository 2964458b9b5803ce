import { startCountingRelay } from './counting-relay.ts';
import { expect, test } from './fixtures.ts';
import { newDay } from './participant-day.ts';
import { PHONE } from './phone.ts';
import { weighFirstVisit } from './visit-weight.ts';

/** In all: what is sent, what comes, and every header, without the compression of them that HTTP/2 brings. */
const MOST = 400_000;

test('S-401 S-403 S-405 a first visit from the home page to the application costs less than 400 KB in all', async ({
  newContext,
  product,
}) => {
  const relay = await startCountingRelay(Number(new URL(product.url).port));
  try {
    const context = await newContext({ ...PHONE, baseURL: `http://localhost:${relay.port}` });
    const weights = await weighFirstVisit(await newDay(await context.newPage(), product), relay);
    const all = weights.reduce((sum, { down, up }) => sum + down + up, 0);
    const table = weights.map(({ step, down, up }) => `${step}: ${down} down, ${up} up`).join('\n');
    expect(all, table).toBeLessThan(MOST);
    // The walk went through the relay.
    expect(all).toBeGreaterThan(MOST / 4);
  } finally {
    relay.close();
  }
});
