/**
 * Knows no people and stores no answers, because these tests send no Idempotency-Key (test/suites/idempotency
 * does).
 */
export const noAuthority = {
  verifyToken: async () => undefined,
  isLive: async () => true,
  verifyService: async () => undefined,
  isVerified: async () => false,
  idempotencyStore: { claim: () => Promise.reject(new Error('a call came with a key')) },
};
