import { hash, verify } from '@node-rs/argon2';
import { inTurn } from './password-queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One spelling of each character, whatever the keyboard sends (NIST SP 800-63B-4 3.1.1.2). */
const normal = (password: string) => password.normalize('NFC');

interface Hashing {
  /** Another hash: with its salt the same password gives the same hash. */
  saltOf?: string | undefined;
  /** The account that is asked for from a known device or session: its turn comes before others. */
  owner?: string | undefined;
}

/** Hashes a password with argon2id into a PHC string. Throws TOO_MANY_REQUESTS where too many wait. */
export function hashPassword(password: string, { saltOf, owner }: Hashing = {}): Promise<string> {
  const salt = saltOf?.split('$').at(-2);
  const options = { ...cost, ...(salt && { salt: Buffer.from(salt, 'base64') }) };
  return inTurn(() => hash(normal(password), options), owner);
}

/**
 * Whether it is the password of the hash. Without a hash it takes as long and is never right. Throws TOO_MANY_REQUESTS where
 * too many wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  owner?: string,
): Promise<boolean> {
  const known = passwordHash ?? (await hashOfNobody());
  const isRight = await inTurn(() => verify(known, normal(password)), owner);
  return isRight && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;
function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), cost);
  return nobody;
}
