import { hash, verify } from '@node-rs/argon2';
import { addressKey } from '@app/kit/limits.ts';
import { currentRequest } from '@app/kit/current-request.ts';
import { Failure } from '@app/kit/problem.ts';

/** More at once only slows every other request of a small machine down. */
const AT_ONCE = 2;
/** The other turn is kept free for known devices. So each lane is sure of one. */
const OTHERS_AT_ONCE = 1;
/** A hash takes some 40 ms: who comes last has still been waiting for seconds only. */
const MOST_WAITING = 60;

interface Waiting {
  begin: () => void;
  refuse: (reason: Failure) => void;
}

/** Who waits, by whom: each has a turn before anybody has a second one (round robin). */
type Lane = Map<string, Waiting[]>;

const known: Lane = new Map();
const others: Lane = new Map();
let running = 0;
let runningOthers = 0;

function takeNext(lane: Lane): Waiting | undefined {
  const [first] = lane;
  if (!first) return undefined;
  const [who, [next, ...rest]] = first;
  lane.delete(who);
  if (rest.length > 0) lane.set(who, rest);
  return next;
}

/** Longest queue drop: where a lane is full, the caller with the most waiting gives up the one that came last. */
function makeRoom(lane: Lane, who: string): void {
  const sizes = [...lane].map(([one, { length }]) => [one, length] as const);
  if (sizes.reduce((sum, [, size]) => sum + size, 0) < MOST_WAITING) return;
  const [longest, most] = sizes.reduce((one, other) => (other[1] > one[1] ? other : one));
  const refused = new Failure('TOO_MANY_REQUESTS', [], 2);
  if (most <= (lane.get(who)?.length ?? 0) + 1) throw refused;
  lane.get(longest)?.pop()?.refuse(refused);
}

/**
 * Waits for one of the few turns to hash a password. Accounts on known devices come before all others, and those queue
 * by address: a flood from some addresses takes no turn of anybody else. Right passwords on known devices do not take
 * all turns either. Throws TOO_MANY_REQUESTS where too many wait.
 */
export async function inTurn<T>(work: () => Promise<T>, owner?: string): Promise<T> {
  const lane = owner === undefined ? others : known;
  const who = owner ?? addressKey(currentRequest()?.address ?? '');
  makeRoom(lane, who);
  await new Promise<void>((begin, refuse) => {
    lane.set(who, [...(lane.get(who) ?? []), { begin, refuse }]);
    startNext();
  });
  try {
    return await work();
  } finally {
    running -= 1;
    if (lane === others) runningOthers -= 1;
    startNext();
  }
}

function startNext(): void {
  if (running >= AT_ONCE) return;
  const mayOthers = runningOthers < OTHERS_AT_ONCE;
  const isKnownRunning = running > runningOthers;
  const lanes = !mayOthers ? [known] : isKnownRunning ? [others, known] : [known, others];
  for (const lane of lanes) {
    const next = takeNext(lane);
    if (!next) continue;
    running += 1;
    if (lane === others) runningOthers += 1;
    return next.begin();
  }
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One spelling of each character, whatever the keyboard sends (NIST SP 800-63B-4 3.1.1.2). */
const normal = (password: string) => password.normalize('NFC');

/**
 * Hashes a password with argon2id into a PHC string. `owner` is the account that is asked for from a known device or
 * session: its turn comes before others. Throws TOO_MANY_REQUESTS where too many wait.
 */
export const hashPassword = (password: string, { owner }: { owner?: string } = {}): Promise<string> =>
  inTurn(() => hash(normal(password), cost), owner);

/**
 * Whether it is the password of the hash. Without a hash it takes as long and is never right. Throws TOO_MANY_REQUESTS where
 * too many wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  owner?: string,
): Promise<boolean> {
  const stored = passwordHash ?? (await hashOfNobody());
  const isRight = await inTurn(() => verify(stored, normal(password)), owner);
  return isRight && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;
function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), cost);
  return nobody;
}
