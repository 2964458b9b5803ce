import { parseArgs } from 'node:util';
import { startAlone } from './standalone.ts';
import { machineClock, createManualClock } from './clock.ts';
import { inventStranger } from './world.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    seed: { type: 'string', default: '1' },
    webhook: { type: 'string' },
    manualClock: { type: 'boolean', default: false },
  },
});
const manualClock = values.manualClock ? createManualClock() : undefined;

const { origin } = await startAlone({
  clock: manualClock ?? machineClock(),
  ...(manualClock && { manualClock }),
  seed: values.seed,
  port: Number(values.port),
  strangers: inventStranger,
  floatInPesewas: 10_000_000,
  paystack: values.webhook === undefined ? {} : { webhookUrl: values.webhook },
});
process.stdout.write(`Simulated providers: ${origin}/dev/phones.json\n`);
