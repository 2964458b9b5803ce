import { expect, test } from 'vitest';
import { checkUndoTimes } from './check-undo-times.ts';

test('a mark that could be taken back after its payment has left refuses to start', () => {
  const check = (attendance?: string, payout?: string) => () =>
    checkUndoTimes({ ATTENDANCE_UNDO_SECONDS: attendance, PAYOUT_UNDO_SECONDS: payout });
  for (const given of [check(), check('600', ''), check('0', '0'), check('20', '600')])
    expect(given).not.toThrow();
  for (const given of [check('601'), check(undefined, '599'), check('20', '0')])
    expect(given).toThrow(/PAYOUT_UNDO_SECONDS: must be at least ATTENDANCE_UNDO_SECONDS/);
});
