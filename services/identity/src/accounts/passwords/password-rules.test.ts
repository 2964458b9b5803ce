import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPerson, updatePassword } from '@app/contracts/identity/account.ts';
import { changeOwnPassword } from '@app/contracts/identity/own-account.ts';
import { PASSWORD_MIN_LENGTH, type SignedInUser } from '@app/contracts/identity/person.ts';
import { errorWords } from '@app/words/errors.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, letterSecret, registerVerified } from '@app/test/support/people.ts';

const person = { firstName: 'Kwabena', lastName: 'Ɔkyerɛma', email: 'kwabena.o@example.test' };

let app: TestApp;
let user: SignedInUser;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  user = await registerVerified(app, 'RESEARCHER', person);
  token = await letterSecret(app, user.userId, 'RESET_PASSWORD');
});
afterAll(() => app.close());

const calls = {
  register: (password: string) => {
    const body = { ...person, password, role: 'RESEARCHER', agreedToTerms: true };
    return app.call(registerPerson, { body });
  },
  reset: (password: string) =>
    app.call(updatePassword, { params: { id: user.userId }, query: { token }, body: { password } }),
  change: (password: string) =>
    app.call(changeOwnPassword, { as: user, body: { currentPassword: PASSWORD, password } }),
};

const listed = dictionary['passwords-common']
  .map(String)
  .filter(({ length }) => length >= PASSWORD_MIN_LENGTH);
/** Fifty of them, the first and the last among them, in some other spelling now and then. */
const fifty = Array.from({ length: 50 }, (_, index) => {
  const password = listed[Math.round((index * (listed.length - 1)) / 49)] ?? '';
  return index % 5 === 0 ? password.toUpperCase() : password;
});
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

test('AUTH-2 the list holds three thousand at least that are long enough', () => {
  expect(new Set(listed).size).toBeGreaterThanOrEqual(3000);
});

describe.each(Object.entries(calls))('AUTH-2 at %s', (_, send) => {
  test('a listed password, one’s own name and the product’s are refused with a reason on the field', async () => {
    for (const password of [...fifty, ...own]) {
      const { status, json } = await send(password);
      expect([password, status, json['code'], json['content']]).toEqual([
        password,
        400,
        'PASSWORD_TOO_COMMON',
        [{ field: 'password', message: errorWords.PASSWORD_TOO_COMMON }],
      ]);
    }
  });
});

test.each(['Kwabena weaves kente', 'ɔkyerɛmafoɔ', '83927461046'])(
  'AUTH-2 a phrase with a name in it and a long number are taken: %s',
  async (password) => {
    const email = `${crypto.randomUUID()}@example.test`;
    const body = { ...person, email, password, role: 'RESEARCHER', agreedToTerms: true };
    expect((await app.call(registerPerson, { body })).status).toBe(201);
  },
);
