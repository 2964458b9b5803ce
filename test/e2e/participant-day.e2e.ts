import { test } from './fixtures.ts';
import { newDay, walk, wholeDay } from './participant-day.ts';
import { expectToFitPhone } from './phone.ts';
import { expectDayStored } from './stored-day.ts';

test('S-401 S-403 S-405 S-406 the participant’s whole day on a phone of 360 px, by touch', async ({
  visitByPhone,
  product,
}) => {
  const day = await newDay(await visitByPhone(), product);
  await walk(day, wholeDay, () => expectToFitPhone(day.page));
  await expectDayStored(day);
});

test('S-401 S-403 S-405 S-406 the same day with the processor slowed to a sixth: nothing is lost or doubled', async ({
  visitByPhone,
  product,
}) => {
  test.slow();
  const day = await newDay(await visitByPhone(), product);
  const session = await day.page.context().newCDPSession(day.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await walk(day, wholeDay);
  await expectDayStored(day);
});
