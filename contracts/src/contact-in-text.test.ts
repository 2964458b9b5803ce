import { describe, expect, test } from 'vitest';
import { mayHoldContact, breakLinks } from './contact-in-text.ts';

const CONTACTS = [
  '0241234567',
  'Call me on 024 123 4567 please',
  '024-123-4567',
  '+233 (0)24 123 4567',
  '00233241234567',
  '0 2 4 . 1 2 3 . 4 5 6 7',
  '０２４１２３４５６７',
  '٠٢٤١٢٣٤٥٦٧',
  '𝟎𝟐𝟒 ①②③ ⁴⁵⁶⁷',
  '0️⃣2️⃣4️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
  'O24 l23 4567',
  'О24 123 4567',
  '024 I23 456o',
  'Call zero two four four one two three four five six',
  'oh two four, ONE TWO THREE, four five six seven',
  '+44 20 7946 0958',
  '0044 20 7946 0958',
  '0800 123 456',
  '02-11-22-33-44',
  '0241.23.45.67 at 10:30',
  'You won GHS 900 call 0244123456',
  'Your MoMo is blocked. Dial *170# then wait',
  'Dial *920*77*1# for 500 cedis',
  'Dial *170 now',
  '＊１７０＃',
  '∗170#',
  'star 170 hash',
  'Dial star one seven zero hash',
  '#100#',
  'https://example.com/form',
  'hxxp://example',
  'www.example.com',
  'my page is kofi.shop',
  'wa.me/kofi',
  'write to kofi@example.com',
  'kofi＠example',
  'bit.ly/x4',
  'is.gd/x4',
  'kofi.com.gh',
  'evil.com',
  'Evil.Com',
  'EVIL.GH',
  'EVIL.ZIP',
  'Evil.Ru',
  'Prize.Club',
  'example.africa',
  'x.gh',
  't.co',
  'a.xn--p1ai',
  'evil．com',
  'evil。com',
  'evil․com',
  'x\u2024com',
  'evil·com',
  'ＥＶＩＬ．ＣＯＭ',
  'evil.соm',
  'ᴇᴠɪʟ.ᴄᴏᴍ',
  'e\u0301vil.co\u0301m',
  'nkomo.co\u00admn, nkomo.co\u200bm',
  'evil dot com slash win',
  'evil [dot] com',
  'evil(dot)gh',
  'evil . com',
  'evil .com',
  '1.2.3.4',
  'Open 192.168.10.250.',
];

const HONEST_NAMES = [
  'Kofi A. Mensah',
  'Kwame A.Asante',
  'Nana Akua Ɔkyeremaa',
  'Ɛsi.Ŋma',
  'Abdul-Rahman Issah',
  'Mary O’Brien-Quartey',
  'Kwame Nkrumah Jr.',
  'Nii Armah II',
  'St. John',
  'St.Clair',
  'Dr.Li',
  'J.Page',
  'K.A.',
  'Oh Se One',
  'Star Hash',
  'Ama www',
  'B.Com and M.Sc students',
  'Data4Dev Ltd.',
  'Asante & Co. Ltd',
  '3M Ghana',
  '7-Eleven',
  'Joy 99.7 FM',
  'K.N.U.S.T.',
  'Web4Africa Ltd.',
  'Café Kwae',
  'Дом',
  'Adults 18-25 in Accra',
  'Health 2026: ages 18-25, 26-35, 36-45',
  'Ages 18.25, 2 of 3',
  'Survey of 24.11.2026',
  'Mobile money 2020-2026',
  'Study No.5, vol.2',
  'Study 1732900000000',
  'Vodafone 4G vs. 5G',
  'U.S.A. and U.K.',
  'Node.js and .NET developers',
  'Top 10 apps, #1 and #2',
  '5* hotels, *18 and over',
  'GHS 1,250.00 for 45 minutes',
  'Polka dot dresses',
  'Black Star 2026',
  'Meet at 9.am',
];

const SENTENCES = [
  'Good morning',
  'We meet on 24.11.2026 at 09.30',
  '24.11.2026 14:00 - 15:00',
  '2026-11-24 0930',
  'You are paid 1,250.00 cedis for 45 minutes',
  'Room 12, floor 3, 10:15',
  'GA-183-8164, House 24, 5th Street',
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
  'It rained.Shop and school were closed',
  '23 3 2026 10 11 12 13',
];

describe('a text that may contain a contact', () => {
  test.each(CONTACTS)('%s', (text) => {
    expect([mayHoldContact(text), mayHoldContact(text, 'NAME')]).toEqual([true, true]);
  });
  test.each(['evil.so wins', 'pay.Me now', 'Prize.Club wins'])('as a name, %s', (text) => {
    expect(mayHoldContact(text, 'NAME')).toBe(true);
  });
});

describe('a text without a contact', () => {
  test.each(HONEST_NAMES)('%s', (text) => {
    expect([mayHoldContact(text), mayHoldContact(text, 'NAME')]).toEqual([false, false]);
  });
  test.each(SENTENCES)('%s', (text) => {
    expect(mayHoldContact(text)).toBe(false);
  });
});

test.each(['a', '.', 'a.', ' ', '*1', '#1', '1 ', ': ', ':', '@', 'a dot ', '.com', 'star 1'])(
  'IN-13 a long text of %j is checked fast',
  (part) => {
    // An algorithm with backtracking would exceed the test's time limit.
    const text = part.repeat(500_000);
    expect([typeof mayHoldContact(text), typeof breakLinks(text)]).toEqual(['boolean', 'string']);
  },
);

test.each([
  ['Click https://evil.test/accept', 'Click https: //evil. test/accept'],
  ['a@evil.test, EVIL.GH', 'a@evil. test, EVIL. GH'],
  ['mailto:a@evil.test', 'mailto: a@evil. test'],
  ['evil。com', 'evil。 com'],
  ['K.A. Mensah, 1.50 at 10:30', 'K.A. Mensah, 1.50 at 10:30'],
])('no mail program makes a link of %s', (typed, shown) => expect(breakLinks(typed)).toBe(shown));
