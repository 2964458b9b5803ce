import { hash, verify } from '@node-rs/argon2';
import { Failure } from '@app/kit/problem.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More at once only slows every other request of a small machine down. */
const AT_ONCE = 2;
const MOST_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Failure('UNAVAILABLE');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** One spelling of each character, whatever the keyboard sends (NIST SP 800-63B-4 3.1.1.2). */
const normal = (password: string) => password.normalize('NFC');

/**
 * Hashes a password with argon2id into a PHC string. With the salt of another hash the same password gives the same hash.
 * Throws UNAVAILABLE when too many wait.
 */
export function hashPassword(password: string, saltOf?: string): Promise<string> {
  const salt = saltOf?.split('$').at(-2);
  return inTurn(() =>
    hash(normal(password), { ...cost, ...(salt && { salt: Buffer.from(salt, 'base64') }) }),
  );
}

/** Whether it is the password of the hash. Without a hash it takes as long and is never right. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const known = passwordHash ?? (await hashOfNobody());
  const isRight = await inTurn(() => verify(known, normal(password)));
  return isRight && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;
function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), cost);
  return nobody;
}
