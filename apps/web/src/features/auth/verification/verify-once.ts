/**
 * Posts each link's token once, however often the page asks: effects may run twice, and a token works only once. After
 * a lost connection it may be tried again, under the same idempotency key, since the first try may have arrived.
 */
export function createVerifyOnce<Verified>(
  verify: (token: string, key: string) => Promise<Verified>,
  newKey: () => string,
) {
  const attempts = new Map<string, { key: string; result: Promise<Verified> }>();

  function start(token: string, key: string): Promise<Verified> {
    const result = verify(token, key);
    attempts.set(token, { key, result });
    return result;
  }

  return {
    /** The running or finished attempt, or the first one. */
    verify: (token: string): Promise<Verified> => attempts.get(token)?.result ?? start(token, newKey()),
    /** Begins another attempt, which `verify` then gives. */
    tryAgain(token: string): void {
      // The failure is reported to the caller that awaits the result.
      start(token, attempts.get(token)?.key ?? newKey()).catch(() => undefined);
    },
  };
}
