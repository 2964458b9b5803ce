import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is stored as argon2id at the cost that OWASP recommends, and matches however the keyboard composes it', async () => {
  const hash = await hashPassword('caf\u00e9 kente 57');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('caf\u00e9 kente 57')).not.toBe(hash);
  expect(await isPassword('cafe\u0301 kente 57', hash)).toBe(true);
  expect(await isPassword('cafe kente 57', hash)).toBe(false);
  expect(await isPassword('caf\u00e9 kente 57', undefined)).toBe(false);
});
