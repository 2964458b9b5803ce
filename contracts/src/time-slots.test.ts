import { expect, test } from 'vitest';
import { DURATIONS_IN_MINUTES } from './enumerations.ts';
import { isSlot, minuteOfLabel, slotLabel, daySlotLabels } from './time-slots.ts';

test('S-314 slots cover the day from 12:00 AM in steps of the duration', () => {
  expect(DURATIONS_IN_MINUTES.map((duration) => daySlotLabels(duration).length)).toEqual([96, 48, 32, 24]);
  expect(daySlotLabels(60).slice(0, 3)).toEqual(['12:00 AM', '01:00 AM', '02:00 AM']);
  expect(daySlotLabels(30).slice(24, 26)).toEqual(['12:00 PM', '12:30 PM']);
  expect(daySlotLabels(15).at(-1)).toBe('11:45 PM');
});

test('a label and its minute convert into each other', () => {
  for (let minute = 0; minute < 1440; minute += 1) expect(minuteOfLabel(slotLabel(minute))).toBe(minute);
});

test.each(['9:30 AM', '00:30 AM', '13:00 PM', '09:60 AM', '09:30', '09:30 am', '+30:00', ''])(
  'IN-8 “%s” is not a label',
  (label) => {
    expect([minuteOfLabel(label), isSlot(label, 15)]).toEqual([undefined, false]);
  },
);
