/**
 * An authority that knows no one and stores no answers. Tests with it send no Idempotency-Key;
 * test/suites/idempotency does.
 */
export const noAuthority = {
  verifyToken: async () => undefined,
  isLive: async () => true,
  verifyService: async () => undefined,
  isVerified: async () => false,
  idempotencyStore: { claim: () => Promise.reject(new Error('a call came with a key')) },
};
