import { dictionary } from '@zxcvbn-ts/language-common';
import { validation } from '@app/contracts/messages/validation.ts';
import { PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Fail } from '@app/kit/problem.ts';

/** Passwords of breaches, most used first; those under the floor need no listing. */
const common = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

/** The rules of D-22 that a schema cannot hold: the floor of this installation, and no password that is tried first. */
export function assertAcceptablePassword(
  password: string,
  email: string,
  minLength: number,
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): void {
  if ([...password].length < minLength) {
    fail('INVALID_INPUT', [{ message: validation.password(minLength), field: 'password' }]);
  }
  const plain = password.toLowerCase();
  const [name = ''] = email.split('@');
  const isOwn = plain === email || plain === name || plain.replace(/\d+$/, '') === PRODUCT_NAME.toLowerCase();
  if (common.has(plain) || isOwn || new Set(plain).size < 3) fail('PASSWORD_TOO_COMMON');
}
