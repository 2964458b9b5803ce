import { startRelay } from '../relay.ts';
import { IS_FULL } from '../sizes.ts';
import { expect, test } from './fixtures.ts';
import { afterwards, firstVisit, newDay, walk, wholeDay } from './participant-day.ts';
import { PHONE, expectToFitPhone } from './phone.ts';
import { expectDayStored } from './stored-day.ts';
import { bytesAtRest } from './visit-weight.ts';

test.use({ serviceWorkers: 'allow' });

/** In all: what is sent, what comes, and every header, without the compression of them that HTTP/2 brings. */
const MOST = 400_000;

test('S-401 S-403 S-405 S-406 the participant’s whole day on a phone of 360 px, by touch; the first visit costs less than 400 KB', async ({
  newContext,
  product,
}) => {
  const relay = await startRelay();
  relay.leadTo(Number(new URL(product.url).port));
  try {
    const context = await newContext({ ...PHONE, baseURL: `http://localhost:${relay.port}` });
    const day = await newDay(await context.newPage(), product);
    const fits = () => expectToFitPhone(day.page);
    await walk(day, firstVisit, fits);
    const { down, up } = await bytesAtRest(relay);
    expect(down + up).toBeLessThan(MOST);
    // The walk went through the relay.
    expect(down + up).toBeGreaterThan(MOST / 4);
    await walk(day, afterwards, fits);
    await expectDayStored(day);
  } finally {
    relay.close();
  }
});

if (IS_FULL) {
  test('S-401 S-403 S-405 S-406 the same day with the processor slowed to a sixth: nothing is lost or doubled', async ({
    visitByPhone,
    product,
  }) => {
    const day = await newDay(await visitByPhone(), product);
    const session = await day.page.context().newCDPSession(day.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await walk(day, wholeDay);
    await expectDayStored(day);
  });
}
