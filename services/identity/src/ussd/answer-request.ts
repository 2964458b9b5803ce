import { type Kysely, sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { readOwnSums } from '@app/contracts/payment/people.ts';
import { type MeetingAnswer, answerMeeting, readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import { transaction } from '@app/kit/database.ts';
import { GHANA_MOBILE_NUMBER } from '@app/kit/phone-number.ts';
import { Failure } from '@app/kit/problem.ts';
import { deleteSome } from '@app/kit/retention-job.ts';
import type { IdentityTables } from '../schema.ts';
import {
  type ScreenName,
  type ScreenData,
  type Screen,
  keysOn,
  renderUnknownCaller,
  renderScreen,
} from './screens.ts';
import { changeAccount } from '../accounts/change-account.ts';
import { findAccount } from '../accounts/reads.ts';
import type { Deps } from '../deps.ts';
import { NO_BROWSER_HASH, queueCode } from '../phones/phone-codes.ts';
import { findAccountsByNumber } from '../phones/verified-number.ts';
import type { Dialled } from './gateways.ts';

type Db = Kysely<IdentityTables>;

interface UssdSession {
  hash: string;
  userId: string;
  screen: ScreenName;
  shown: ScreenData;
  keys: string;
}

function findUssdSession(db: Db, hashes: readonly string[]): Promise<UssdSession | undefined> {
  return db
    .selectFrom('identity.ussd_sessions')
    .select(['session_hash as hash', 'user_id as userId', 'screen', 'shown', 'keys'])
    .where('session_hash', '=', sql<string>`any(${hashes}::text[])`)
    .$narrowType<Pick<UssdSession, 'screen' | 'shown'>>()
    .executeTakeFirst();
}

async function insertUssdSession(db: Db, { hash, userId, screen, shown }: UssdSession): Promise<boolean> {
  const row = await db
    .insertInto('identity.ussd_sessions')
    .values({ session_hash: hash, user_id: userId, screen, shown: JSON.stringify(shown) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_hash')
    .executeTakeFirst();
  return row !== undefined;
}

async function advanceUssdSession(
  db: Db,
  { hash, keys }: Pick<UssdSession, 'hash' | 'keys'>,
  to: Pick<UssdSession, 'screen' | 'shown' | 'keys'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.ussd_sessions')
    .set({ screen: to.screen, shown: JSON.stringify(to.shown), keys: to.keys })
    .where('session_hash', '=', hash)
    .where('keys', '=', keys)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const MOST_SCREENS = 6;
/** Each concurrent request may cause one retry. */
const MOST_TRIES = 5;

interface Caller {
  number: string;
  userId: string;
  role: 'PARTICIPANT' | 'RESEARCHER';
  isOn: boolean;
}
interface NextScreen {
  screen: ScreenName;
  shown?: ScreenData;
  isAdvanced?: boolean;
}
/** Returns undefined if another request has changed the session at the same time. */
type KeyHandler = (
  deps: Deps,
  caller: Caller,
  session: UssdSession,
) => Promise<NextScreen | undefined> | NextScreen;

/** A key has the same meaning on every screen that offers it. */
const keyHandlers: Readonly<Record<string, KeyHandler>> = {
  '0': () => ({ screen: 'UNCHANGED' }),
  async '1'({ callProject }, { userId }) {
    const { meeting, surveyUntil } = await callProject(readNextMeeting, { params: { userId } });
    const shown = surveyUntil === null ? {} : { surveyUntil };
    if (!meeting) return { screen: 'NO_MEETING', shown };
    return { screen: meeting.hasStarted ? 'MEETING_STARTED' : 'MEETING', shown: { ...shown, meeting } };
  },
  async '2'({ callPayment }, { userId }) {
    return { screen: 'MONEY', shown: { money: await callPayment(readOwnSums, { params: { userId } }) } };
  },
  '3': () => ({ screen: 'CODE' }),
  '4': (_, { isOn }) => ({ screen: 'TEXTS', shown: { isOn } }),
  '5': (deps, _, session) => answer(deps, session, 'CONFIRM', 'CONFIRMED'),
  '6': (_, __, { shown }) => ({ screen: 'CANCEL', shown }),
  '7': (deps, _, session) => answer(deps, session, 'CANCEL', 'CANCELLED'),
  '8': sendCode,
  async '9'(deps, { userId }, { shown }) {
    const isOn = shown.isOn !== true;
    await changeAccount(deps, userId, { texts: { notifications: isOn } }, throwFailure);
    return { screen: 'TURNED', shown: { isOn } };
  },
};
const throwFailure = (code: Failure['code']): never => {
  throw new Failure(code);
};

/**
 * Networks end a session soon, so if an answer takes too long, a fixed text replaces it. After a failure no
 * details are shown.
 */
export async function answerUssdRequest(deps: Deps, gateway: string, dialled: Dialled): Promise<Screen> {
  const isAnswered = new AbortController();
  const response = answerRequest(deps, gateway, dialled).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a USSD request could not be answered');
    return renderScreen('FAILED', {});
  });
  const tooLong = setTimeout(deps.config.USSD_ANSWER_MILLISECONDS, renderScreen('FAILED', {}), {
    signal: isAnswered.signal,
  });
  tooLong.catch(() => {});
  const screen = await Promise.race([response, tooLong]);
  isAnswered.abort();
  return screen;
}

async function answerRequest(
  deps: Deps,
  gateway: string,
  { sessionId, number, key }: Dialled,
): Promise<Screen> {
  const { db, seal, config } = deps;
  const hashes = seal.keyedHashes(`ussd ${gateway} ${number} ${sessionId}`);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const session = await findUssdSession(db, hashes);
    if (!session && !(await isWithinLimits(deps, number))) return renderScreen('TOO_OFTEN', {});
    const caller = await findCaller(deps, number);
    // The answer is the same for unknown numbers, for suspended people, and for numbers that were verified
    // too long ago.
    if (!caller) return renderUnknownCaller(new URL(config.PUBLIC_URL).host);
    if (session && session.userId !== caller.userId) return renderScreen('AGAIN', {});
    // If there is no session, the keys were dialled together with the code (*384*55*1#), and the menu ignores
    // them.
    const next = session
      ? await answerKey(deps, caller, session, key)
      : await startDialogue(deps, caller, hashes[0]!);
    if (next) return next;
  }
  throw new Error('Concurrent requests changed the USSD session at every attempt');
}

async function startDialogue(
  deps: Deps,
  { userId, role }: Caller,
  hash: string,
): Promise<Screen | undefined> {
  const session: UssdSession = { hash, userId, screen: 'MENU', shown: { role }, keys: '' };
  return (await insertUssdSession(deps.db, session))
    ? renderScreen(session.screen, session.shown)
    : undefined;
}

/**
 * Gateways repeat and delay requests and do not number them. So a key has one meaning, no screen leads back,
 * and a repeated key counts as a duplicate. Actions may run twice, before the screen is stored.
 */
async function answerKey(
  deps: Deps,
  caller: Caller,
  session: UssdSession,
  pressed: string | undefined,
): Promise<Screen | undefined> {
  const { keys } = session;
  const key = pressed === undefined || /^\d$/.test(pressed) ? pressed : '?';
  const isOffered = key !== undefined && keysOn(session.screen, session.shown).includes(key);
  const isDouble = key === undefined || (!isOffered && keys.includes(key));
  const hasEnded = keysOn(session.screen, session.shown) === '';
  if (isDouble || hasEnded) return renderScreen(session.screen, session.shown);
  const sameScreen = { screen: session.screen, shown: session.shown };
  // A key that the screen does not offer is ignored, because it may be a late duplicate of an earlier key.
  const found: NextScreen | undefined = !isOffered
    ? sameScreen
    : keys.includes(key)
      ? ({ screen: 'AGAIN' } satisfies NextScreen)
      : await keyHandlers[key]?.(deps, caller, session);
  if (!found) return undefined;
  const isTooMany = keys.length + 2 >= MOST_SCREENS && !renderScreen(found.screen, found.shown ?? {}).isLast;
  const { screen, shown = {}, isAdvanced }: NextScreen = isTooMany ? { screen: 'AGAIN' } : found;
  const isOurs =
    isAdvanced ?? (await advanceUssdSession(deps.db, session, { screen, shown, keys: keys + key }));
  return isOurs ? renderScreen(screen, shown) : undefined;
}

async function answer(
  { callProject }: Deps,
  { userId, shown }: UssdSession,
  given: MeetingAnswer,
  done: ScreenName,
): Promise<NextScreen> {
  const { meeting } = shown;
  if (!meeting) return { screen: 'AGAIN' };
  const { id, sequence } = meeting;
  try {
    await callProject(answerMeeting, { params: { userId, id }, body: { sequence, answer: given } });
    return { screen: done, shown };
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'CONSENT_OUTDATED') return { screen: 'MUST_AGREE' };
    if (code === 'BOOKING_NOT_FOUND' || code === 'BOOKING_HAS_ENDED' || code === 'SLOT_NOT_FOUND')
      return { screen: 'CHANGED' };
    throw error;
  }
}

/**
 * The code is sent by text, so that a caller who fakes a number does not see it. Code and screen are stored
 * in one transaction, because a second code would end the first.
 */
async function sendCode(
  deps: Deps,
  { number, userId }: Caller,
  session: UssdSession,
): Promise<NextScreen | undefined> {
  const codeRequest = {
    number,
    purpose: 'LOG_IN',
    asker: 'PHONE',
    isReserved: true,
    userId: null,
    ofUserId: userId,
    flowHash: NO_BROWSER_HASH,
  } as const;
  const to = { screen: 'CODE_SENT', shown: {} } as const;
  try {
    return await transaction(deps.db, async (trx) => {
      const isAdvanced = await advanceUssdSession(trx, session, { ...to, keys: `${session.keys}8` });
      if (!isAdvanced) return undefined;
      await queueCode(deps, trx, codeRequest);
      return { ...to, isAdvanced };
    });
  } catch (error) {
    const isLater = error instanceof Failure && ['TOO_MANY_REQUESTS', 'NO_TEXT_SENT'].includes(error.code);
    if (!isLater) throw error;
    const minutes = Math.ceil((error.retryAfterInSeconds ?? 60) / 60);
    return { screen: 'CODE_LATER', shown: { minutes } };
  }
}

async function findCaller({ db, seal }: Deps, number: string): Promise<Caller | undefined> {
  if (!GHANA_MOBILE_NUMBER.test(number)) return undefined;
  const accounts = await findAccountsByNumber(db, seal, number);
  // Only a participant has meetings in this menu.
  const own = accounts.find(({ role }) => role === 'PARTICIPANT') ?? accounts[0];
  const account = own && (await findAccount(db, own.userId));
  if (!account || account.isSuspended) return undefined;
  return { number, userId: own.userId, role: own.role, isOn: account.texts.notifications };
}

async function isWithinLimits({ db, limiter, log, seal }: Deps, number: string): Promise<boolean> {
  const own = await limiter.count(db, 'USSD_SESSIONS_PER_PERSON_PER_HOUR', seal.keyedHash(number));
  if (!own.isWithin) return false;
  const all = await limiter.count(db, 'USSD_SESSIONS_PER_INSTALLATION_PER_HOUR', '');
  if (all.isFirstBeyond)
    log.error('no USSD request is answered until the hour ends: there were too many sessions');
  return all.isWithin;
}

/** Sessions stay for a day, because a delayed duplicate of a request can arrive until then. */
export function deleteOldUssdSessions(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`started_at < now() - interval '1 day'`;
  return deleteSome(db, most, { table: 'identity.ussd_sessions', key: 'session_hash', where });
}
