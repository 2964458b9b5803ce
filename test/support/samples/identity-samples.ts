import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { identityContract } from '@app/contracts/identity/contract.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { readIdentityConfig } from '../../../services/identity/src/config.ts';
import { signInvitationToken } from '../../../services/identity/src/invitations/accept-invitation.ts';
import { unsubscribePath } from '../../../services/identity/src/notifications/notification-choices.ts';
import { derivePushKeys } from '../../../services/identity/src/push/send-push.ts';
import { makePublished } from '../../../services/project/test/studies.ts';
import { answerChallenge, inviteAdmin, signIn } from '../admins.ts';
import { createPasskey } from '../passkeys.ts';
import { startAdminEnrolment } from '@app/contracts/identity/admin-sign-in.ts';
import { beginWithGoogle, finishSignInInput } from './google.ts';
import {
  PASSWORD,
  companyBody,
  emailChangeSecret,
  emailSecret,
  profileBody,
  registerParticipant,
  registerVerified,
} from '../people.ts';
import { insertPhoneCode, insertPhoneNumber } from '../phones.ts';
import { operationRecipes } from './admin-operations.ts';
import { type Recipe, type Sample, fixed, isSame } from './recipe.ts';
import { foreignDraft, owningResearcher, makeProjectId } from './owned.ts';
import type { World } from './world.ts';

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };
const newEmail = () => `new-${crypto.randomUUID()}@example.test`;

/** Starts another session of that person. */
async function startOtherSession({ app }: World, { email }: SignedInUser): Promise<string> {
  const { status, content } = await app.call(logIn, { body: { email, password: PASSWORD } });
  if (status !== 200) return crypto.randomUUID();
  return sessionIn(content.token);
}

function sessionIn(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sid: string }).sid;
}

async function logInForCookie({ app }: World, { email }: SignedInUser): Promise<Sample> {
  const answer = await app.call(logIn, { body: { email, password: PASSWORD } });
  if (answer.status !== 200) throw new Error(`The log-in answered ${answer.status}`);
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}

/** Returns an invite-only study of the caller or of another researcher. */
async function makeInviteOnlyStudy(world: World, me: SignedInUser): Promise<string> {
  const owner = owningResearcher(world, me);
  const given = { projectId: await makeProjectId(world, owner), isInviteOnly: true };
  return (await makePublished(world.app, owner, given)).id;
}

/** Returns the token of an invitation's link. */
async function invitationTo(world: World): Promise<string> {
  const { app, people } = world;
  const id = await makeInviteOnlyStudy(world, people.researcher);
  await app.call(inviteToStudy, { as: people.researcher, params: { id }, body: { addresses: [newEmail()] } });
  const { rows } = await sql<{ invitationId: string; hash: string }>`
    select invitation_id as "invitationId", address_hash as hash from identity.invitations
    where study_id = ${id} and user_id is null`.execute(app.engine.owner);
  return signInvitationToken(readIdentityConfig(app.settings), rows[0]!);
}

/** Removes the submitted set-up or company if the kind of person has none. */
async function forgetSent({ app, people }: World, me: SignedInUser): Promise<void> {
  const { owner } = app.engine;
  const { userId } = me;
  if (isSame(me, people.unverified)) {
    await sql`delete from identity.companies where user_id = ${userId}`.execute(owner);
  }
  if (isSame(me, people.declined)) await setStatus(owner, userId, 'DECLINED');
  if (isSame(me, people.newcomer)) {
    await sql`delete from identity.participant_profiles where user_id = ${userId}`.execute(owner);
  }
}
/** Earlier wrong passwords must not cause a wait. */
async function deletePasswordTries({ app }: World): Promise<void> {
  await sql`delete from identity.password_tries`.execute(app.engine.owner);
}
/** Earlier codes must not cause a wait. */
async function forgetCodes({ app }: World): Promise<void> {
  await sql`delete from identity.phone_codes`.execute(app.engine.owner);
}
async function setStatus(owner: World['app']['engine']['owner'], userId: string, status: string) {
  const decided = status === 'PENDING' ? null : new Date();
  const { rows } = await sql<{ submittedAt: Date }>`
    update identity.companies set status = ${status}, decided_at = ${decided} where user_id = ${userId}
    returning submitted_at as "submittedAt"`.execute(owner);
  return rows[0]?.submittedAt.toISOString();
}

/** Acts of admins would spoil the people of the world for later calls. */
async function makeStranger(
  { app }: World,
  { isSuspended = false, isLocked = false }: { isSuspended?: boolean; isLocked?: boolean } = {},
): Promise<string> {
  const [userId, email] = [crypto.randomUUID(), newEmail()];
  const { owner } = app.engine;
  await sql`
    insert into identity.people (user_id, email, role, first_name, last_name, email_verified_at, suspended_at)
    values (${userId}, ${email}, 'PARTICIPANT', 'Yaa', 'Asante', now(),
      case when ${isSuspended} then now() end)`.execute(owner);
  if (isLocked)
    await sql`
      insert into identity.password_tries (email_hash, tries, wait_until, last_at)
      values (sha256(convert_to(${email}, 'UTF8')), 1000, now(), now())`.execute(owner);
  return userId;
}
const aboutStranger = (given: Parameters<typeof makeStranger>[1] = {}, body?: Sample['body']) =>
  ({
    by: 'spare',
    make: async (world) => ({
      params: { userId: await makeStranger(world, given) },
      ...(body && { body }),
    }),
    foreign: (world) => makeStranger(world, given),
  }) satisfies Recipe;

export const reachBody = {
  minimumAge: 18,
  maximumAge: 60,
  genders: ['FEMALE'],
  educationLevels: ['DIPLOMA'],
  incomeRanges: ['LESS_THAN_10000'],
  deviceRequirements: ['MOBILE_PHONE'],
};

export const recipes = {
  registerPerson: {
    by: 'spare',
    make: () => ({
      body: {
        email: newEmail(),
        password: PASSWORD,
        firstName: 'Esi',
        lastName: 'Mensah',
        role: 'RESEARCHER',
        phoneNumber: '024 123 4567',
        agreedToTerms: true,
      },
    }),
  },
  verifyEmail: {
    by: 'spare',
    make: async ({ app }) => {
      // A refused call leaves this person unverified, so nobody else uses it.
      const { userId } = await registerVerified(app, 'PARTICIPANT');
      await sql`update identity.people set email_verified_at = null where user_id = ${userId}`.execute(
        app.engine.owner,
      );
      return { body: { token: await emailSecret(app, userId, 'VERIFY_EMAIL'), password: PASSWORD } };
    },
  },
  resendVerification: { by: 'spare', make: (_, { email }) => ({ body: { email } }) },
  existsByEmail: { by: 'spare', make: (_, { email }) => ({ query: { email } }) },
  resetPassword: { by: 'spare', make: (_, { email }) => ({ body: { email } }) },
  readResetLink: {
    by: 'spare',
    make: async ({ app }, { userId }) => ({
      params: { id: userId },
      query: { token: await emailSecret(app, userId, 'RESET_PASSWORD') },
    }),
  },
  updatePassword: {
    by: 'spare',
    make: async ({ app }, { userId }) => ({
      params: { id: userId },
      query: { token: await emailSecret(app, userId, 'RESET_PASSWORD') },
      body: { password: PASSWORD },
    }),
  },
  logIn: {
    by: 'spare',
    make: async (world, { email }) => {
      await deletePasswordTries(world);
      return { body: { email, password: PASSWORD } };
    },
  },
  startGoogleSignIn: { by: 'spare', make: fixed({ body: { collaborator: 'PARTICIPANT' } }) },
  finishGoogleSignIn: {
    by: 'spare',
    make: async ({ app, google }) =>
      finishSignInInput(await google.agree(await beginWithGoogle(app, 'PARTICIPANT'))),
  },
  refreshSession: { by: 'spare', make: logInForCookie },
  logOut: { by: 'spare', make: logInForCookie },
  readMe: { by: 'participant', make: fixed() },
  readOwnAccount: { by: 'participant', make: fixed() },
  changeOwnAccount: {
    by: 'participant',
    make: fixed({ body: { firstName: 'Efua', lastName: 'Owusu', phoneNumber: '024 123 4567' } }),
  },
  unsubscribeFromEmails: {
    by: 'participant',
    make: async ({ app }, { userId }) => {
      const choice = 'newStudies';
      const path = unsubscribePath(readIdentityConfig(app.settings), { userId, choice });
      const token = new URL(path, 'https://product.test').searchParams.get('token') ?? '';
      return { params: { userId, choice }, query: { token } };
    },
  },
  inviteToStudy: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { id: await makeInviteOnlyStudy(world, me) },
      body: { addresses: [newEmail()] },
    }),
    foreign: foreignDraft,
  },
  countInvited: {
    by: 'researcher',
    make: async (world, me) => ({ params: { id: await makeInviteOnlyStudy(world, me) } }),
    foreign: foreignDraft,
  },
  acceptInvitation: {
    by: 'participant',
    make: async (world) => ({
      params: { token: await invitationTo(world) },
      body: { takesOtherAddress: true },
    }),
  },
  neverInvite: {
    by: 'participant',
    make: async (world) => ({ params: { token: await invitationTo(world) } }),
  },
  changeOwnPassword: {
    by: 'participant',
    make: async (world) => {
      await deletePasswordTries(world);
      return { body: { currentPassword: PASSWORD, password: PASSWORD } };
    },
    renews: true,
  },
  agreeToTexts: { by: 'participant', make: fixed({ body: { ...LEGAL_VERSIONS } }) },
  sendEmailChangeCode: { by: 'participant', make: fixed() },
  askEmailChange: {
    by: 'participant',
    make: async (world) => {
      await deletePasswordTries(world);
      return { body: { email: newEmail(), password: PASSWORD } };
    },
  },
  changeEmail: {
    by: 'participant',
    // The address stays the same: others use it to know this person.
    make: async ({ app }, me) => ({ body: { token: await emailChangeSecret(app, me, me.email) } }),
    renews: true,
  },
  askPhoneCode: {
    by: 'participant',
    make: async (world) => {
      await deletePasswordTries(world);
      await forgetCodes(world);
      return { body: { phoneNumber: '024 123 4567', password: PASSWORD } };
    },
  },
  provePhone: {
    by: 'participant',
    make: async ({ app }, me) => ({
      body: await insertPhoneCode(app, {
        purpose: 'PROVE',
        user: me,
        flow: `session ${sessionIn(me.token)}`,
      }),
    }),
  },
  removePhone: {
    by: 'participant',
    make: async (world) => {
      await deletePasswordTries(world);
      return { body: { password: PASSWORD } };
    },
  },
  askLogInCode: {
    by: 'spare',
    make: async (world) => {
      await forgetCodes(world);
      return { body: { phoneNumber: '024 123 4567' } };
    },
  },
  logInByCode: {
    by: 'spare',
    make: async ({ app }, me) => {
      const flow = crypto.randomUUID();
      const body = await insertPhoneCode(app, { purpose: 'LOG_IN', user: me, flow });
      await insertPhoneNumber(app, me, body.phoneNumber);
      return { body, headers: { cookie: `__Host-code=${flow}` } };
    },
  },
  listOwnSessions: { by: 'participant', make: fixed() },
  endOwnSession: {
    by: 'participant',
    make: async (world, me) => ({ params: { sessionId: await startOtherSession(world, me) } }),
    foreign: (world) => startOtherSession(world, world.people.spare),
  },
  endOtherSessions: { by: 'participant', make: fixed() },
  downloadOwnData: { by: 'participant', make: fixed() },
  sendAccountDeletionCode: { by: 'participant', make: fixed() },
  deleteOwnAccount: { by: 'participant', make: fixed({ body: { code: '12345678' } }) },
  submitCompanyInformation: {
    by: 'unverified',
    make: async (world, me) => {
      await forgetSent(world, me);
      return { body: companyBody(me.userId) };
    },
  },
  readCompanyInformation: {
    by: 'researcher',
    make: async (world, me) => {
      await forgetSent(world, me);
      return { query: { userId: me.userId } };
    },
  },
  readCompanyVerification: {
    by: 'spare',
    make: async ({ app }, { userId }) => ({
      params: { userId },
      query: { token: await emailSecret(app, userId, 'DECIDE_COMPANY') },
    }),
  },
  decideCompany: {
    by: 'spare',
    make: async ({ app }, { userId }) => {
      await setStatus(app.engine.owner, userId, 'PENDING');
      const token = await emailSecret(app, userId, 'DECIDE_COMPANY');
      return { params: { userId }, body: { token, decision: 'DECLINE', reason: 'We could not find it' } };
    },
  },
  submitUserInformation: {
    by: 'newcomer',
    make: async (world, me) => {
      await forgetSent(world, me);
      return { body: { ...profileBody(me.userId) } };
    },
  },
  readUserInformation: {
    by: 'participant',
    make: async (world, me) => {
      await forgetSent(world, me);
      return { query: { userId: me.userId } };
    },
  },
  changeUserInformation: {
    by: 'participant',
    make: async (world, me) => {
      await forgetSent(world, me);
      await deletePasswordTries(world);
      return { body: { ...profileBody(me.userId), password: PASSWORD } };
    },
  },
  changeMatching: { by: 'participant', make: fixed({ body: { isMatched: true } }) },
  readRoleAndCompany: { by: 'researcher', make: (_, { userId }) => ({ params: { userId } }) },
  readMatchingProfile: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readPaymentAccount: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readNames: { by: 'participant', make: (_, { userId }) => ({ body: { userIds: [userId] } }) },
  readEndedSessions: { by: 'spare', make: fixed({ body: { since: null } }) },
  sendEmail: {
    by: 'participant',
    make: (_, { userId }) => ({
      params: { userId },
      body: { kind: 'MEETING_BOOKED', about: crypto.randomUUID() },
    }),
  },
  readReach: { by: 'spare', make: fixed({ body: reachBody }) },
  readPush: { by: 'participant', make: fixed() },
  savePushSubscription: {
    by: 'participant',
    make: ({ app }) => {
      const keys = derivePushKeys(readIdentityConfig(app.settings).PUSH_KEYS ?? []);
      return {
        body: {
          endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: 'a'.repeat(22),
          publicKey: keys[0]?.publicKey,
          isRenewal: false,
        },
      };
    },
  },
  endPushSubscription: { by: 'participant', make: fixed() },
  startAdminSignIn: { by: 'spare', make: ({ admins }) => ({ body: { email: admins.SUPPORT.email } }) },
  signAdminIn: {
    by: 'spare',
    make: async ({ app, admins }) => ({ body: await answerChallenge(app, admins.SUPPORT) }),
  },
  confirmAdminPasskey: {
    by: 'spare',
    make: async ({ app, admins }) => ({
      headers: { cookie: await signIn(app, admins.SUPPORT), ...fromOwnPage },
      body: await answerChallenge(app, admins.SUPPORT),
    }),
  },
  startAdminEnrolment: {
    by: 'spare',
    make: async ({ app }) => ({ body: { token: (await inviteAdmin(app, ['SUPPORT'])).secret } }),
  },
  enrolAdmin: {
    by: 'spare',
    make: async ({ app }) => {
      const { secret: token } = await inviteAdmin(app, ['SUPPORT']);
      const { content } = await app.call(startAdminEnrolment, { body: { token } });
      return { body: { token, passkey: createPasskey().create(content) } };
    },
  },
  renewAdminSession: {
    by: 'spare',
    make: async ({ app, admins }) => ({
      headers: { cookie: await signIn(app, admins.SUPPORT), ...fromOwnPage },
    }),
  },
  endAdminSession: {
    by: 'spare',
    make: async ({ app, admins }) => ({
      headers: { cookie: await signIn(app, admins.SUPPORT), ...fromOwnPage },
    }),
  },
  readAdmin: {
    by: 'spare',
    make: async ({ admins }) => ({ params: { sessionId: sessionIn(await admins.SUPPORT.token()) } }),
  },
  readIdentityWorkAsAdmin: { by: 'spare', make: fixed() },
  readIdentitySettingsAsAdmin: { by: 'spare', make: fixed() },
  listAdminNamesAsAdmin: { by: 'spare', make: fixed() },
  listCompaniesAsAdmin: { by: 'spare', make: fixed({ query: { state: 'PENDING' }, body: { search: 'a' } }) },
  readCompanyAsAdmin: { by: 'spare', make: ({ people }) => ({ params: { userId: people.spare.userId } }) },
  askCompanyAsAdmin: {
    by: 'spare',
    make: ({ people }) => ({
      params: { userId: people.spare.userId },
      body: { question: 'Which department are you?' },
    }),
  },
  decideCompanyAsAdmin: {
    by: 'spare',
    make: async ({ app, people: { spare } }) => {
      const submittedAt = await setStatus(app.engine.owner, spare.userId, 'PENDING');
      const body = { decision: 'DECLINE', submittedAt, reason: 'We could not find it' };
      return { params: { userId: spare.userId }, body };
    },
  },
  listPeopleAsAdmin: { by: 'spare', make: fixed({ query: { role: 'PARTICIPANT' }, body: { search: 'a' } }) },
  readPersonAsAdmin: aboutStranger(),
  suspendPersonAsAdmin: aboutStranger({}, { reason: 'Many people complained' }),
  unsuspendPersonAsAdmin: aboutStranger({ isSuspended: true }),
  sendAccountEmailAsAdmin: aboutStranger(),
  unlockPasswordAsAdmin: aboutStranger({ isLocked: true }),
  correctProfileAsAdmin: {
    by: 'spare',
    // A new person: others could no longer change the profile after a correction.
    make: async ({ app }) => ({
      params: { userId: (await registerParticipant(app, { withProfile: true })).userId },
      body: { dateOfBirth: '1990-01-01', reason: 'The passport says so' },
    }),
  },
  exportPersonAsAdmin: aboutStranger(),
  readDeletionAsAdmin: aboutStranger(),
  recordDeletionRequestAsAdmin: aboutStranger({}, { requestedOn: '2026-11-24' }),
  deletePersonAsAdmin: aboutStranger({}, { reason: 'Asked by email' }),
  listDeliveriesAsAdmin: {
    by: 'spare',
    make: ({ people: { spare } }) => ({ query: { userId: spare.userId, channel: 'EMAIL' } }),
  },
  ...operationRecipes('identity'),
  readSigningKeys: { by: 'spare', make: fixed() },
} satisfies Record<keyof typeof identityContract.endpoints, Recipe>;
