import { DEMO_PEOPLE } from './people.ts';

interface GooglePerson {
  sub: string;
  email: string;
  isEmailVerified: boolean;
  isMailboxOfGoogle: boolean;
  givenName: string;
  familyName: string;
}

const person = (
  number: number,
  email: string,
  [givenName, familyName]: [string, string],
  { isEmailVerified = true, isMailboxOfGoogle = true } = {},
): GooglePerson => ({
  sub: `1000000000000000000${String(number).padStart(2, '0')}`,
  email,
  isEmailVerified,
  isMailboxOfGoogle,
  givenName,
  familyName,
});

const { abena, kojo } = DEMO_PEOPLE;

export const GOOGLE_PEOPLE = {
  adwoa: person(1, 'adwoa.google@demo.test', ['Adwoa', 'Nyarko']),
  kwesi: person(2, 'kwesi.google@demo.test', ['Kwesi', 'Appiah']),
  abena: person(3, abena.email, [abena.firstName, abena.lastName]),
  esi: person(4, 'esi.google@demo.test', ['Esi', 'Quaye'], { isEmailVerified: false }),
  kojo: person(5, kojo.email, [kojo.firstName, kojo.lastName], { isMailboxOfGoogle: false }),
} as const;

export function findGooglePerson(sub: string): GooglePerson | undefined {
  return Object.values(GOOGLE_PEOPLE).find((known) => known.sub === sub);
}
