import type { SignedInUser } from '@app/contracts/identity/person.ts';

export function testUser(parts: Partial<SignedInUser> = {}): SignedInUser {
  return {
    userId: '0199a000-0000-7000-8000-000000000001',
    token: 'token-1',
    role: 'RESEARCHER',
    email: 'esi@example.com',
    firstName: 'Ɛsi',
    lastName: 'Mensah',
    adminVerificationStatus: null,
    hasCompanyInfo: false,
    hasUserInfo: false,
    firstLogin: true,
    isMatched: true,
    mustAgreeTo: [],
    ...parts,
  };
}

/** Like in browsers, keys are not properties. */
export function testStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
