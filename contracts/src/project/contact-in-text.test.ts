import { expect, test } from 'vitest';
import { mayHoldContact } from './contact-in-text.ts';

test.each([
  '0241234567',
  'Call me on 024 123 4567 please',
  '024-123-4567',
  '+233 (0)24 123 4567',
  '00233241234567',
  '0 2 4 . 1 2 3 . 4 5 6 7',
  '０２４１２３４５６７',
  '٠٢٤١٢٣٤٥٦٧',
  'O24 l23 4567',
  '024 I23 456o',
  '+44 20 7946 0958',
  'https://example.com/form',
  'www.example.com',
  'my page is kofi.shop',
  'wa.me/kofi',
  'write to kofi@example.com',
  'bit.ly/x4',
  'is.gd/x4',
  'kofi.com.gh',
  '02-11-22-33-44',
  '0241.23.45.67 at 10:30',
])('a caution is due for %s', (text) => {
  expect(mayHoldContact(text)).toBe(true);
});

test.each([
  'Good morning',
  'We meet on 24.11.2026 at 09.30',
  '24.11.2026 14:00 - 15:00',
  '2026-11-24 0930',
  'You are paid 1,250.00 cedis for 45 minutes',
  'Room 12, floor 3, 10:15',
  'Oil, Lid and Ice. O.K.A. says hello',
  'My code is P-4711',
  'See you on 02/12/2026 10:00.',
  'See you on 03-12-2026 10:00 at Osu',
  'Our meeting is on 02.12.2026, 10:30',
  '05/03/27 14:00 is fine',
  '02-12-2026, 03-12-2026 or 04-12-2026',
  'Call at ten.is that ok',
  'Ok.so what do you pay?',
  'yes.no problem',
  '23 3 2026 10 11 12 13',
])('none for %s', (text) => {
  expect(mayHoldContact(text)).toBe(false);
});
