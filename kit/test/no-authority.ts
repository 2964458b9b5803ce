/** Knows nobody, and keeps no answers: no call of these tests comes with a key (test/suites/idempotency has them). */
export const noAuthority = {
  verifyToken: async () => undefined,
  isLive: async () => true,
  verifyService: async () => undefined,
  isVerified: async () => false,
  idempotencyStore: { claim: () => Promise.reject(new Error('a call came with a key')) },
};
