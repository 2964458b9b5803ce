import { expect, test } from 'vitest';
import { nameMatcher } from './list-applicants.ts';

const isFound = (typed: string, firstName: string, lastName: string) =>
  nameMatcher(typed)?.({ firstName, lastName });

test.each<[typed: string, firstName: string, lastName: string]>([
  ['Ama', 'Ama', 'Mensah'],
  ['mens', 'Ama', 'Mensah'],
  ['MENSAH ama', 'Ama', 'Mensah'],
  ['  a   m  ', 'Ama', 'Mensah'],
  ['kofi kofi', 'Kofi', 'Boateng'],
  // Accents, on whichever side, in one sign or in two.
  ['Adwoa', 'Ádwòá', 'Ofori'],
  ['Ádwòá', 'Adwoa', 'Ofori'],
  ['A\u0301dwoa', '\u00c1dwoa', 'Ofori'],
  // Ghana's letters, in both cases, and as they are typed without a key for them.
  ['ɛsi', 'Ɛsi', 'Dɔnkɔ'],
  ['DƆNKƆ', 'Ɛsi', 'Dɔnkɔ'],
  ['esi donko', 'Ɛsi', 'Dɔnkɔ'],
  ['Ɛsi', 'Esi', 'Mensah'],
  ['naan', 'Ŋaaŋ', 'Yakubu'],
  ['ŊAAŊ', 'ŋaaŋ', 'Yakubu'],
  ['dogbe', 'Kwaku', 'Ɖɔgbé'],
  ['ɔ\u0301s', 'Ɔse', 'Yeboah'],
  // Each part of a name is a word.
  ['ansah', 'Yaw', 'Owusu-Ansah'],
  ['owusu-ansah', 'Yaw', 'Owusu Ansah'],
  ['owusu\u2011ansah', 'Yaw', 'Owusu–Ansah'],
  ['brien', 'Nora', "O'Brien"],
  ["O'Brien", 'Nora', 'O’Brien'],
  ['Oʼbri', 'Nora', "O'Brien"],
  // And all of it is one.
  ['amaserwaa', 'Ama-Serwaa', 'Mensah'],
  ['oben', 'Yaw', 'O’Bɛn'],
  ['jkofi', 'J.Kofi', 'Mensah'],
  ['abena', 'Ama (Abena)', 'Mensah'],
  ['jr', 'Kofi', 'Mensah, Jr.'],
  // Widths, ligatures and what cannot be seen.
  ['ａｍａ', 'Ama', 'Mensah'],
  ['fifi', 'ﬁﬁ', 'Mensah'],
  ['mensah', 'Ama', 'Men\u00adsah'],
  ['strasse', 'Anna', 'Straße'],
  ['νικοσ', 'Νίκος', 'Mensah'],
  ['ΝΙΚΟΣ', 'Νικοσία', 'Mensah'],
  ['محم', 'مُحَمَّد', 'Mensah'],
])('AP7 “%s” finds %s %s', (...given) => {
  expect(isFound(...given)).toBe(true);
});

test.each<[typed: string, firstName: string, lastName: string]>([
  ['ma', 'Ama', 'Mensah'],
  ['ensah', 'Ama', 'Mensah'],
  ['ama boateng', 'Ama', 'Mensah'],
  ['amamensah', 'Ama', 'Mensah'],
  ['mensaha', 'Ama', 'Mensah'],
  ['%', 'Ama', 'Mensah'],
  ['_ma', 'Ama', 'Mensah'],
  ['A%', 'Ama', 'Mensah'],
  ['a* m.*', 'Ama', 'Mensah'],
  ['\\', 'Ama', 'Mensah'],
  ['a', '', ''],
])('“%s” does not find %s %s', (...given) => {
  expect(isFound(...given)).toBe(false);
});

test('signs are looked for as they stand', () => {
  expect(isFound('100%', '100% Ama', 'Mensah')).toBe(true);
  expect(isFound('100_', '100% Ama', 'Mensah')).toBe(false);
});

test.each(['', ' ', '-', ' ’ ', '\u0301'])('“%s” holds no word', (typed) => {
  expect(nameMatcher(typed)).toBeUndefined();
});
