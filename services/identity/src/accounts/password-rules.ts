import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Fail } from '@app/kit/problem.ts';

/** Passwords of breaches, most used first; those under the floor need no listing. */
const common = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

/** The rules of D-22 that a schema cannot hold: the floor of this installation, and no password that is tried first. */
export function assertAcceptablePassword(
  password: string,
  person: Person,
  minLength: number,
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): void {
  if ([...password].length < minLength) {
    fail('INVALID_INPUT', [{ rule: `minLength ${minLength}`, field: 'password' }]);
  }
  const plain = password.normalize('NFC').toLowerCase();
  if (common.has(plain) || isOwnWord(plain, person) || new Set(plain).size < 3) {
    fail('PASSWORD_TOO_COMMON', [{ field: 'password' }]);
  }
}

/** What somebody who knows the person or the product tries first, whatever numbers and signs are put around it. */
function isOwnWord(plain: string, { email, firstName, lastName }: Person): boolean {
  const [mailbox = ''] = email.split('@');
  const words = [
    email,
    mailbox,
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    PRODUCT_NAME,
  ];
  const letters = lettersOf(plain);
  return plain === mailbox || (letters !== '' && words.some((word) => lettersOf(word) === letters));
}

function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');
}
