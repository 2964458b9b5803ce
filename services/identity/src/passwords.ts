import { hash, verify } from '@node-rs/argon2';
import { addressLimitKey } from '@app/kit/limits.ts';
import { currentRequest } from '@app/kit/current-request.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** With more hashes at a time, all other requests would become slow. */
const MAX_CONCURRENT_HASHES = 2;
/** The rest of MAX_CONCURRENT_HASHES is reserved for known devices. */
const MAX_CONCURRENT_UNKNOWN = 1;
/** A hash takes about 40 ms. So even the last caller in a full queue waits only some seconds. */
const MAX_QUEUED = 60;

interface QueuedHash {
  begin: () => void;
  refuse: (reason: Failure) => void;
}

type HashQueue = Map<string, QueuedHash[]>;

const knownQueue: HashQueue = new Map();
const unknownQueue: HashQueue = new Map();
let running = 0;
let runningUnknown = 0;

function takeNext(lane: HashQueue): QueuedHash | undefined {
  const [first] = lane;
  if (!first) return undefined;
  const [caller, [next, ...rest]] = first;
  lane.delete(caller);
  if (rest.length > 0) lane.set(caller, rest);
  return next;
}

/** If the queue is full, the caller with the most requests loses the newest of them (longest queue drop). */
function refuseLongestQueue(lane: HashQueue, caller: string): void {
  const sizes = [...lane].map(([one, { length }]) => [one, length] as const);
  if (sizes.reduce((sum, [, size]) => sum + size, 0) < MAX_QUEUED) return;
  const [longest, most] = sizes.reduce((one, other) => (other[1] > one[1] ? other : one));
  const refused = new Failure('TOO_MANY_REQUESTS', [], 2);
  if (most <= (lane.get(caller)?.length ?? 0) + 1) throw refused;
  lane.get(longest)?.pop()?.refuse(refused);
}

/** Each IP address has its own queue, so that many requests from one address do not block the others. */
export async function runHashing<T>(work: () => Promise<T>, owner?: string): Promise<T> {
  const lane = owner === undefined ? unknownQueue : knownQueue;
  const caller = owner ?? addressLimitKey(currentRequest()?.address ?? '');
  refuseLongestQueue(lane, caller);
  await new Promise<void>((begin, refuse) => {
    lane.set(caller, [...(lane.get(caller) ?? []), { begin, refuse }]);
    startNext();
  });
  try {
    return await work();
  } finally {
    running -= 1;
    if (lane === unknownQueue) runningUnknown -= 1;
    startNext();
  }
}

function startNext(): void {
  if (running >= MAX_CONCURRENT_HASHES) return;
  const mayOthers = runningUnknown < MAX_CONCURRENT_UNKNOWN;
  const isKnownRunning = running > runningUnknown;
  const lanes = !mayOthers
    ? [knownQueue]
    : isKnownRunning
      ? [unknownQueue, knownQueue]
      : [knownQueue, unknownQueue];
  for (const lane of lanes) {
    const next = takeNext(lane);
    if (!next) continue;
    running += 1;
    if (lane === unknownQueue) runningUnknown += 1;
    return next.begin();
  }
}

/** The first of OWASP's settings for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Keyboards may write the same letter in different ways, so the password is normalized (NIST SP 800-63B-4
 * 3.1.1.2).
 */
const normalizePassword = (password: string) => password.normalize('NFC');

/** `owner` is the account of a known device or of a session. Requests with an owner come first. */
export const hashPassword = (password: string, { owner }: { owner?: string } = {}): Promise<string> =>
  runHashing(() => hash(normalizePassword(password), cost), owner);

/** Without a hash, the check takes the same time and fails. */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  owner?: string,
): Promise<boolean> {
  const stored = passwordHash ?? (await decoyPasswordHash());
  const isRight = await runHashing(() => verify(stored, normalizePassword(password)), owner);
  return isRight && passwordHash !== undefined;
}

let decoyHash: Promise<string> | undefined;
function decoyPasswordHash(): Promise<string> {
  decoyHash ??= hash(crypto.randomUUID(), cost);
  return decoyHash;
}

const commonPasswords = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
}

/** Checks the rules of D-22 that a schema cannot express. */
export function assertAcceptablePassword(
  password: string,
  person: PasswordOwner,
  minLength: number,
  fail: Fail<'PASSWORD_TOO_COMMON' | 'INVALID_INPUT'>,
): void {
  if ([...password].length < minLength) {
    fail('INVALID_INPUT', [{ rule: `minLength ${minLength}`, field: 'password' }]);
  }
  const plain = password.normalize('NFC').toLowerCase();
  if (commonPasswords.has(plain) || isOwnWord(plain, person) || new Set(plain).size < 3) {
    fail('PASSWORD_TOO_COMMON', [{ field: 'password' }]);
  }
}

/** Attackers first try words that belong to the person. */
function isOwnWord(plain: string, { email, firstName, lastName }: PasswordOwner): boolean {
  const [mailbox = ''] = email.split('@');
  const words = [
    email,
    mailbox,
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    PRODUCT_NAME,
  ];
  const alphabetic = alphabeticPart(plain);
  return (
    plain === mailbox || (alphabetic !== '' && words.some((word) => alphabeticPart(word) === alphabetic))
  );
}

function alphabeticPart(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');
}
