import { SignJWT } from 'jose';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { sql } from 'kysely';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { type AdminRole, ADMIN_ROLES } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { createServiceCredential } from '@app/kit/service-credentials.ts';
import type { Log } from '@app/kit/log.ts';
import { type TestAdmin, makeAdmin } from '../admins.ts';
import { type Before, type TestApp, startTestApp, useStartedObject } from '../app.ts';
import { startTextPhones } from '../text-phones.ts';
import { idTokenClaims, startForgingGoogle } from './google.ts';
import { openServiceKeys, importPrivateKey } from '../secrets.ts';
import { companyBody, emailSecret, profileBody, registerVerified } from '../people.ts';
import type { GivenSettings } from '../wide-limits.ts';

/** One person of every kind. No one calls as `spare`: tests may end its sessions. */
export const PEOPLE = [
  'participant',
  'otherParticipant',
  'newcomer',
  'researcher',
  'otherResearcher',
  'unverified',
  'declined',
  'spare',
] as const;
export type PersonName = (typeof PEOPLE)[number];

export interface World {
  app: TestApp;
  people: Record<PersonName, SignedInUser>;
  gone: Record<SignedInUser['role'], SignedInUser>;
  /** Each has one role. */
  admins: Record<AdminRole, TestAdmin>;
  google: Google;
  close(): Promise<void>;
}

type Google = Awaited<ReturnType<typeof startForgingGoogle>>;

/** Payments to this address are lost. */
const NO_PAYSTACK = { PAYSTACK_BASE_URL: 'http://127.0.0.1:1', PAYSTACK_SECRET_KEY: 'sk_test_nobody' };

/** Starts all services with a fake Google, and people; without workers only calls write. */
export async function startWorld(
  settings: GivenSettings = {},
  log?: Log,
  { withWorkers = false, before }: { withWorkers?: boolean; before?: Before } = {},
): Promise<World> {
  const google = await startForgingGoogle();
  const texts = await startTextPhones();
  google.says(idTokenClaims('google@example.test'));
  const app = await startTestApp(
    { ...google.settings, ...texts.settings, ...NO_PAYSTACK, ...settings },
    log,
    {
      withWorkers,
      ...(before && { before }),
    },
  );
  const close = async () => {
    await app.close();
    await google.close();
    await texts.stop();
  };
  return { app, google, close, ...(await makePeople(app)) };
}

/** Provides the world of a test file. */
export const useWorld = (...given: Parameters<typeof startWorld>): World =>
  useStartedObject(() => startWorld(...given));

/** Creates the people through the product's calls, without waiting for emails. */
async function makePeople(app: TestApp): Promise<Pick<World, 'people' | 'gone' | 'admins'>> {
  const made: [PersonName, SignedInUser][] = [];
  for (const name of PEOPLE) made.push([name, await makePerson(app, name)]);
  const gone = {
    RESEARCHER: await makePerson(app, 'researcher'),
    PARTICIPANT: await makePerson(app, 'participant'),
  };
  for (const { userId } of Object.values(gone)) {
    await sql`delete from identity.people where user_id = ${userId}`.execute(app.engine.owner);
  }
  const admins: [AdminRole, TestAdmin][] = [];
  for (const role of ADMIN_ROLES) admins.push([role, await makeAdmin(app, [role])]);
  // Long tests make no calls that renew a session.
  await sql`
    update identity.admin_sessions
    set used_at = now() + interval '1 day', started_at = now() + interval '1 day'`.execute(app.engine.owner);
  return {
    people: Object.fromEntries(made) as Record<PersonName, SignedInUser>,
    gone,
    admins: Object.fromEntries(admins) as Record<AdminRole, TestAdmin>,
  };
}

const participants: ReadonlySet<PersonName> = new Set(['participant', 'otherParticipant', 'newcomer']);

async function makePerson(app: TestApp, name: PersonName): Promise<SignedInUser> {
  if (name === 'newcomer') return registerVerified(app, 'PARTICIPANT');
  const user = await registerVerified(app, participants.has(name) ? 'PARTICIPANT' : 'RESEARCHER');
  if (user.role === 'PARTICIPANT') {
    return done(await app.call(submitUserInformation, { as: user, body: profileBody(user.userId) }));
  }
  if (name === 'unverified') return user;
  const sent = done(await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) }));
  if (name === 'spare') return sent;
  const token = await emailSecret(app, user.userId, 'DECIDE_COMPANY');
  const decision = name === 'declined' ? 'DECLINE' : 'ACCEPT';
  done(await app.call(decideCompany, { params: { userId: user.userId }, body: { token, decision } }));
  return sent;
}

function done<Content>(answer: { status: number; json: unknown; content: Content }): Content {
  if (answer.status >= 300) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.json)}`);
  return answer.content;
}

/**
 * Returns the person's token with other claims or another header, signed with the identity service's own key.
 */
export async function resignToken(
  { app }: Pick<World, 'app'>,
  token: string,
  claims: object,
  header: object = {},
): Promise<string> {
  const [head, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const key = await importPrivateKey('identity', app.settings);
  return new SignJWT({ ...JSON.parse(payload ?? ''), ...claims })
    .setProtectedHeader({ ...JSON.parse(head ?? ''), ...header })
    .sign(key);
}

/** Returns the credential with which one service calls another. */
export async function serviceToken(
  { app }: { app: Pick<TestApp, 'settings'> },
  from: ServiceName,
  to: ServiceName,
): Promise<string> {
  return createServiceCredential(await openServiceKeys(from, app.settings), from, to)();
}
