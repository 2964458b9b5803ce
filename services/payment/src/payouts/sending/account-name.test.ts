import { expect, test } from 'vitest';
import { matchesName } from './account-check.ts';

test.each([
  ['Esi Mensah', 'ESI MENSAH'],
  ['Mensah Esi', 'ESI MENSAH'],
  ['Ɛsi Mensah', 'ESI MENSAH'],
  ['Akosua Ayɔkɔ', 'AYOKO AKOSUA'],
  ['Desiré Kwàmé', 'DESIRE KWAME'],
  ['Esi K. Mensah', 'ESI KYEREWAA MENSAH'],
  ['Esi Mensah', 'ESI KYEREWAA MENSAH'],
  ['Esi Kyerewaa Mensah', 'MENSAH ESI'],
  ['Mrs Esi Mensah', 'ESI MENSAH'],
  ['Esi Osei-Bonsu', 'OSEI BONSU ESI'],
  ['Esi O. Mensah', 'ESI MENSAH'],
  ['Esi Mensah', 'ESI M'],
  ['Esi', 'ESI'],
  ["Kofi O'Bɛn", 'KOFI OBEN'],
  ['Kofi Oben', "O'BEN KOFI"],
  ['Ama Owusu Ansah', 'AMA OWUSUANSAH'],
  ['Owusuansah Ama', 'AMA OWUSU-ANSAH'],
  ['Nana Akua Afriyie', 'NANAAKUA AFRIYIE'],
])('%j matches %j', (typed, registered) => {
  expect(matchesName(typed, registered)).toBe(true);
});

test.each([
  ['A B', 'KWAME SECRET'],
  ['K S', 'KWAME SECRET'],
  ['Kwame S', 'KWAME SECRET'],
  ['Kwame', 'KWAME SECRET'],
  ['Kwame Kwame', 'KWAME SECRET'],
  ['Kwame Owusu', 'KWAME SECRET'],
  ['Kwame Owusu Secret', 'KWAME YAW SECRET'],
  ['Kwame Owusu', 'KWAME S'],
  ['Kofi Kwame Yaw Ama Esi Secret Mensah', 'KWAME SECRET'],
  ['Kwam Secre', 'KWAME SECRET'],
  ['K', 'KWAME'],
  ['Owusu', 'OWUSUANSAH'],
  ['Kwame Sec Ret', 'KWAME SECRETARY'],
])('%j does not match %j, and reveals nothing of it', (typed, registered) => {
  expect(matchesName(typed, registered)).toBe(false);
});

test.each([
  ['', 'KWAME SECRET'],
  ['Kwame Secret', ''],
  ['...', 'KWAME'],
  ['Kwame Secret', 'OK'],
  ['Kwame Secret', 'N/A'],
  ['Kwame Secret', 'Not available'],
])('%j and %j cannot be compared', (typed, registered) => {
  expect(matchesName(typed, registered)).toBeUndefined();
});
