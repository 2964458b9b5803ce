import { dictionary } from '@zxcvbn-ts/language-common';
import { beforeAll, expect, test } from 'vitest';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import { type SignedInUser, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { errorWords } from '@app/words/errors.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, emailSecret, registerVerified } from '@app/test/support/people.ts';
import { registration, setPassword } from '#test/accounts.ts';
import { assertAcceptablePassword } from './passwords.ts';

const person = { firstName: 'Kwabena', lastName: 'Ɔkyerɛma', email: 'kwabena.o@example.test' };

const app = useApp();
let user: SignedInUser;
let token: string;
beforeAll(async () => {
  user = await registerVerified(app, 'RESEARCHER', person);
  token = await emailSecret(app, user.userId, 'RESET_PASSWORD');
});

const calls = {
  register: (password: string) =>
    app.call(registerPerson, { body: registration(person.email, { ...person, password }) }),
  reset: (password: string) => setPassword(app, user, token, password),
  change: (password: string) =>
    app.call(changeOwnPassword, { as: user, body: { currentPassword: PASSWORD, password } }),
};

const listed = dictionary['passwords-common']
  .map(String)
  .filter(({ length }) => length >= PASSWORD_MIN_LENGTH);
const own = [
  person.email,
  'kwabena.o',
  'Kwabena1957',
  'ɔkyerɛma!',
  'KwabenaƆkyerɛma',
  'ɔkyerɛma-kwabena-57',
  `${PRODUCT_NAME}-2026`,
  'aaaaaaaaaa',
];

/** Returns the code of the refusal, if any. */
function passwordRefusal(password: string): string | undefined {
  try {
    assertAcceptablePassword(password, person, PASSWORD_MIN_LENGTH, (code) => {
      throw new Error(code);
    });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

test('AUTH-2 three thousand listed passwords, the person’s name and the product’s name are refused', () => {
  expect(new Set(listed).size).toBeGreaterThanOrEqual(3000);
  const all = [...listed, ...listed.map((password) => password.toUpperCase()), ...own];
  expect(all.filter((password) => passwordRefusal(password) !== 'PASSWORD_TOO_COMMON')).toEqual([]);
});

test.each(['Kwabena weaves kente', 'ɔkyerɛmafoɔ', '83927461046'])(
  'AUTH-2 a phrase that contains a name and a long number are accepted: %s',
  (password) => expect(passwordRefusal(password)).toBeUndefined(),
);

test.each(Object.entries(calls))(
  'AUTH-2 at %s they are refused with a reason on the field',
  async (_, send) => {
    for (const password of [listed[0] ?? '', 'Kwabena1957'])
      expect(await send(password)).toMatchObject({
        status: 400,
        json: {
          code: 'PASSWORD_TOO_COMMON',
          content: [{ field: 'password', message: errorWords.PASSWORD_TOO_COMMON }],
        },
      });
  },
);
