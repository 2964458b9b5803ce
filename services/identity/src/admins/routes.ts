import {
  confirmAdminPasskey,
  endAdminSession,
  enrolAdmin,
  readAdmin,
  renewAdminSession,
  signAdminIn,
  startAdminEnrolment,
  startAdminSignIn,
} from '@app/contracts/identity/admin-sign-in.ts';
import { listAdminNamesAsAdmin } from '@app/contracts/identity/admins.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { readIdentitySettingsAsAdmin, readIdentityWorkAsAdmin } from '@app/contracts/identity/admin-work.ts';
import { countWaitingDeadLetters } from '@app/kit/waiting-work.ts';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { assertSameSite } from '../sessions/start-session.ts';
import { hashSecret } from '../tokens.ts';
import { listAdmins } from './accounts.ts';
import { adminSite, makeChallenge, verifyNewPasskey, verifyUsedPasskey } from './passkeys.ts';
import {
  deleteAdminSession,
  findByEnrolment,
  findAdminBySession,
  insertPasskey,
  touchAdminSession,
  updatePasskey,
  consumeEnrolment,
  updateSessionPasskeyTime,
} from './queries.ts';
import {
  issueAdminToken,
  clearAdminCookie,
  findAdmin,
  readAdminCookie,
  setAdminCookie,
  startAdminSession,
} from './sessions.ts';
import { countPendingCompanies } from '../company/reads.ts';
import { countEmailsOfDay, countTextsOfDay } from '../deliveries/list-deliveries.ts';

function signInRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(startAdminSignIn, async ({ body: { email } }) => makeChallenge(deps, { email, isEnrolment: false }));

  route(signAdminIn, async ({ body: { passkey }, reply, fail }) => {
    const { adminId, signCount } = await verifyUsedPasskey(deps, passkey);
    const started =
      adminId === undefined || signCount === undefined
        ? undefined
        : await transaction(db, async (trx) => {
            if (!(await updatePasskey(trx, passkey.id, signCount))) return undefined;
            const session = await startAdminSession(trx, adminId);
            await recordEvent(trx, 'ADMIN_SIGNED_IN', { adminId });
            return session;
          });
    const admin = started && (await findAdminBySession(db, started.sessionId));
    if (!admin) {
      await recordEvent(db, 'ADMIN_SIGN_IN_REFUSED', { adminId });
      return fail('PASSKEY_REFUSED');
    }
    setAdminCookie(reply, started.secret);
    return issueAdminToken(deps, { ...admin, ...started });
  });

  route(confirmAdminPasskey, async ({ body: { passkey }, request, fail }) => {
    assertSameSite(request, adminSite(deps).origin, fail);
    const hash = readAdminCookie(request) ?? fail('NOT_SIGNED_IN');
    const { adminId, signCount } = await verifyUsedPasskey(deps, passkey);
    if (adminId === undefined || signCount === undefined) {
      await recordEvent(db, 'ADMIN_SIGN_IN_REFUSED', { adminId });
      return fail('PASSKEY_REFUSED');
    }
    const confirmed = await transaction(db, async (trx) => {
      if (!(await updatePasskey(trx, passkey.id, signCount))) return fail('PASSKEY_REFUSED');
      await recordEvent(trx, 'ADMIN_PASSKEY_CONFIRMED', { adminId });
      return (await updateSessionPasskeyTime(trx, { adminId, hash })) ?? fail('NOT_SIGNED_IN');
    });
    return issueAdminToken(deps, confirmed);
  });

  route(startAdminEnrolment, async ({ body: { token }, fail }) => {
    const admin = (await findByEnrolment(db, hashSecret(token))) ?? fail('TOKEN_NOT_VALID');
    return { ...admin, ...(await makeChallenge(deps, { email: admin.email, isEnrolment: true })) };
  });

  route(enrolAdmin, async ({ body: { token, passkey }, reply, fail }) => {
    const hash = hashSecret(token);
    const admin = (await findByEnrolment(db, hash)) ?? fail('TOKEN_NOT_VALID');
    const { adminId } = admin;
    const verified = (await verifyNewPasskey(deps, adminId, passkey)) ?? fail('PASSKEY_REFUSED');
    const started = await transaction(db, async (trx) => {
      if (!(await consumeEnrolment(trx, hash))) return fail('TOKEN_NOT_VALID');
      await insertPasskey(trx, verified);
      await recordEvent(trx, 'ADMIN_ENROLLED', { adminId });
      return startAdminSession(trx, adminId);
    });
    setAdminCookie(reply, started.secret);
    return issueAdminToken(deps, { ...admin, ...started });
  });
}

function sessionRoutes(route: Route, deps: Deps): void {
  const { db } = deps;
  const deviceOf = ({ request }: { request: Parameters<typeof readAdminCookie>[0] }) =>
    readAdminCookie(request)?.toString('hex');

  route(
    renewAdminSession,
    async ({ request, fail }) => {
      assertSameSite(request, adminSite(deps).origin, fail);
      const secret = readAdminCookie(request);
      const renewed = secret && (await touchAdminSession(db, secret));
      return issueAdminToken(deps, renewed ?? fail('NOT_SIGNED_IN'));
    },
    deviceOf,
  );

  route(
    endAdminSession,
    async ({ request, reply, fail }) => {
      assertSameSite(request, adminSite(deps).origin, fail);
      const secret = readAdminCookie(request);
      const adminId = secret && (await deleteAdminSession(db, secret));
      if (adminId !== undefined) await recordEvent(db, 'ADMIN_SIGNED_OUT', { adminId });
      clearAdminCookie(reply);
    },
    deviceOf,
  );

  route(listAdminNamesAsAdmin, async () =>
    (await listAdmins(db)).map(({ adminId, name }) => ({ adminId, name })),
  );

  route(readAdmin, async ({ params: { sessionId } }) => ({ admin: await findAdmin(db, sessionId) }));
}

function workRoutes(route: Route, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  route(readIdentityWorkAsAdmin, async () => ({
    waiting: [
      await countPendingCompanies(db),
      await countWaitingDeadLetters(db, 'IDENTITY_DEAD_LETTER', 'identity'),
    ],
    deliveries: [
      { channel: 'EMAIL' as const, ...(await countEmailsOfDay(db)) },
      { channel: 'TEXT' as const, ...(await countTextsOfDay(db)) },
    ],
  }));

  route(readIdentitySettingsAsAdmin, async () => ({
    adminEmails: config.ADMIN_EMAIL.length,
    hasGoogle: config.GOOGLE_CLIENT_ID !== undefined,
    hasPush: config.PUSH_KEYS !== undefined,
    textGateway: config.SMS_GATEWAY,
    ussdGateway: config.USSD_GATEWAY,
    textsPerDay: config.TEXTS_PER_INSTALLATION_PER_DAY,
  }));
}

export function adminRoutes(route: Route, deps: Deps): void {
  signInRoutes(route, deps);
  sessionRoutes(route, deps);
  workRoutes(route, deps);
}
