import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '@app/simulators/faults.ts';
import { type TextPhones, startTextPhones } from '@app/test/text-phones.ts';
import { createArkesel } from './arkesel.ts';
import type { Fate, TextGateway } from './gateway.ts';

let phones: TextPhones;
beforeAll(async () => {
  phones = await startTextPhones();
});
afterAll(() => phones.stop());

const open: Record<string, (more?: { baseUrl?: string; key?: string }) => TextGateway> = {
  arkesel: (more = {}) => createArkesel({ ...phones.alone.providers().arkesel, sender: 'Nkomo', ...more }),
};
let last = 0;
const newNumber = () => `+23324${String(1_000_000 + (last += 1))}`;
const TEXT = 'Your meeting is on Monday, 09:00.';

/** B1: what each makes of its own answers, asked of all in the same words. */
describe.each(Object.keys(open))('%s', (name) => {
  const gateway = () => open[name]!();
  const send = (to: string, through = gateway()) =>
    through.send({ to, text: TEXT, reportUrl: phones.alone.origin });

  test('a text arrives once, under its sender, and has an id', async () => {
    const to = newNumber();
    expect(await send(to)).toEqual({ kind: 'accepted', gatewayId: expect.stringMatching(/.{8}/) });
    expect(phones.read(to)).toEqual([{ from: 'Nkomo', text: TEXT, at: expect.any(String) }]);
  });

  const refused = (reason: 'NUMBER' | 'TEXT'): Fate => ({ kind: 'refused', reason });
  const account = (fault: 'CREDIT' | 'CREDENTIALS' | 'SENDER'): Fate => ({ kind: 'account', fault });
  test.each<[Fault, Fate, number]>([
    ['text-number-refused', refused('NUMBER'), 0],
    ['text-content-refused', refused('TEXT'), 0],
    ['text-credit-out', account('CREDIT'), 0],
    ['text-sender-refused', account('SENDER'), 0],
    ['wrong-key', account('CREDENTIALS'), 0],
    ['text-without-id', { kind: 'accepted', gatewayId: undefined }, 1],
    ['reset-before-accept', { kind: 'unknown' }, 0],
    ['drop-response', { kind: 'unknown' }, 1],
    ['error-before-accept', { kind: 'unknown' }, 0],
    ['error-after-accept', { kind: 'unknown' }, 1],
    ['unavailable', { kind: 'unknown' }, 0],
    ['html-forbidden', { kind: 'unknown' }, 0],
    ['broken-json', { kind: 'unknown' }, 1],
    ['empty-200', { kind: 'unknown' }, 1],
    ['too-many', { kind: 'not-sent' }, 0],
  ])('%s', async (fault, fate, arrived) => {
    const to = newNumber();
    phones.alone.world.faults.force({ of: to, faults: [fault] });
    expect(await send(to)).toEqual(fate);
    expect(phones.read(to)).toHaveLength(arrived);
  });

  test('where nobody listens nothing was sent', async () => {
    expect(await send(newNumber(), open[name]!({ baseUrl: 'http://127.0.0.1:1' }))).toEqual({
      kind: 'not-sent',
    });
  });

  test('a key that is not ours says nothing of the number', async () => {
    expect(await send(newNumber(), open[name]!({ key: 'another' }))).toEqual(account('CREDENTIALS'));
  });
});
