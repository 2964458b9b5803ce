import { agreeToTexts } from '@app/contracts/identity/consents.ts';
import {
  changeOwnAccount,
  readOwnAccount,
  changeOwnPassword,
} from '@app/contracts/identity/account-settings.ts';
import { logIn, readMe, refreshSession } from '@app/contracts/identity/sessions.ts';
import { LEGAL_TEXTS, LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import {
  existsByEmail,
  registerPerson,
  resendVerification,
  verifyEmail,
  readResetLink,
  resetPassword,
  updatePassword,
} from '@app/contracts/identity/accounts.ts';
import { addressLimitKey } from '@app/kit/limits.ts';
import { askEmailChange, changeEmail, sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import * as phoneCalls from '@app/contracts/identity/phones.ts';
import { recordEvent } from '../audit.ts';
import { recordConsents, findConsents } from '../consents/record-consent.ts';
import type { Deps } from '../deps.ts';
import { readKnownDevice } from '../sessions/known-device.ts';
import { findOwnNumber } from '../phones/verified-number.ts';
import { assertSameSite } from '../sessions/start-session.ts';
import { renewSession, findRequestSession, clearEndedCookie } from '../sessions/refresh.ts';
import { isMailboxRefused } from '../emails/deliver-email.ts';
import { canText } from '../config.ts';
import { changeAccount } from './change-account.ts';
import { findAccount } from './reads.ts';
import { logInByPassword, signedInUser, readUserWithToken } from './sign-in.ts';
import { findSentLink, isLiveLink } from '../links/use-link.ts';
import { VERIFY_EMAIL, RESET_PASSWORD } from './emails.ts';
import { findCredentials } from './queries.ts';
import { queueLimitedEmail } from './queue-limited-email.ts';
import { isEmailTaken, grantEmailChecks, readOrSetDeviceId } from './registrations/check-email.ts';
import { addOrRefuseRegistration } from './registrations/register.ts';
import { verifyRegistration } from './registrations/verify-email.ts';
import { changePassword, setPasswordByLink } from './passwords/change-password.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { confirmEmailChange, requestEmailChange } from './email-change/change-email.ts';
import { EMAIL_CHANGE_CODE } from './email-change/emails.ts';
import { codeLimitKey, knownDeviceOfNumber, logInByCode, sendLogInCode } from './phones/log-in-by-code.ts';
import { requestPhoneCode, verifyOwnNumber, removeOwnNumber } from './phones/verify-phone.ts';

function ownAccountRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(
    logIn,
    async ({ body, fail, reply }) => logInByPassword(deps, body, reply, fail),
    ({ body: { email }, request }) => readKnownDevice(deps, request, email),
  );

  route(
    refreshSession,
    async ({ request, reply, fail }) => {
      assertSameSite(request, deps.config.PUBLIC_URL, fail);
      const { userId, sessionId } = await renewSession(deps, request, reply, fail);
      return (await signedInUser(deps, userId, sessionId)) ?? fail('NOT_SIGNED_IN');
    },
    ({ request }) => findRequestSession(deps, request),
  );

  route(readMe, async ({ viewer }) => readUserWithToken(deps, viewer));

  route(readOwnAccount, async ({ viewer: { userId } }) => {
    const account = await findAccount(db, userId);
    if (!account) throw new Failure('NOT_SIGNED_IN');
    const { passwordHash, createdAt, ...shown } = account;
    const consents = await findConsents(db, userId);
    const phone = await findOwnNumber(db, userId);
    const isTexted = canText(deps.config) && phone?.counts === true;
    return {
      userId,
      ...shown,
      isEmailRefused: await isMailboxRefused(db, { userId, email: account.email }),
      hasPassword: passwordHash !== null,
      canText: canText(deps.config),
      phone: phone
        ? { ...phone, number: maskedPhoneNumber(phone.number), provenAt: phone.provenAt.toISOString() }
        : null,
      createdAt: createdAt.toISOString(),
      consents: consents.map((consent) => ({ ...consent, agreedAt: consent.agreedAt.toISOString() })),
      ussdCode: deps.config.USSD_CODE ?? null,
      texts: isTexted ? account.texts : null,
    };
  });

  route(changeOwnAccount, async ({ body, viewer, fail }) => {
    await changeAccount(deps, viewer.userId, body, fail);
    return readUserWithToken(deps, viewer);
  });

  route(agreeToTexts, async ({ body, viewer, fail }) => {
    const { userId } = viewer;
    const texts = LEGAL_TEXTS.filter((text) => body[text] !== undefined);
    const old = texts.filter((text) => body[text] !== LEGAL_VERSIONS[text]);
    if (old.length > 0) {
      return fail(
        'INVALID_INPUT',
        old.map((field) => ({ rule: 'textChanged', field })),
      );
    }
    await transaction(db, async (trx) => {
      await recordConsents(trx, userId, body);
      const about = texts.map((text) => `${text} ${LEGAL_VERSIONS[text]}`).join(' ');
      await recordEvent(trx, 'CONSENTED', { userId, about });
    });
    return readUserWithToken(deps, viewer);
  });
}

function registrationRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(registerPerson, async ({ body, newId, fail, request, reply }) =>
    addOrRefuseRegistration(deps, { ...body, id: newId() }, { request, reply }, fail),
  );

  route(
    verifyEmail,
    async ({ body, fail, request, reply }) => {
      const user = await verifyRegistration(deps, body, { request, reply }, fail);
      await grantEmailChecks(deps, addressLimitKey(request.ip), user.email);
      return user;
    },
    ({ body: { token } }) => findSentLink(db, 'VERIFY_EMAIL', token),
  );

  route(resendVerification, async ({ body: { email } }) => {
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      const userId = person?.emailVerifiedAt === null ? person.userId : undefined;
      await queueLimitedEmail(deps, trx, VERIFY_EMAIL, { userId, email }, {});
    });
    return { email };
  });

  route(existsByEmail, async ({ query: { email }, request, reply }) => {
    const device = readOrSetDeviceId(deps, request, reply);
    return isEmailTaken(deps, { email, device, caller: addressLimitKey(request.ip) });
  });
}

function passwordRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(resetPassword, async ({ body: { email }, request }) => {
    const isKnownDevice = readKnownDevice(deps, request, email) !== undefined;
    await transaction(db, async (trx) => {
      const person = await findCredentials(trx, email);
      const recipient = { userId: person?.userId, email, isKnownDevice };
      await queueLimitedEmail(deps, trx, RESET_PASSWORD, recipient, {});
    });
    return { email };
  });

  route(
    readResetLink,
    async ({ params: { id: userId }, query, fail }) =>
      (await isLiveLink(db, 'RESET_PASSWORD', query.token, userId)) ? { userId } : fail('TOKEN_NOT_VALID'),
    ({ params: { id }, query: { token } }) => findSentLink(db, 'RESET_PASSWORD', token, id),
  );

  route(
    updatePassword,
    async ({ params: { id: userId }, query: { token }, body, request, reply, fail }) => {
      const findKnownDevice = (email: string) => readKnownDevice(deps, request, email);
      const { password } = body;
      const owner = await setPasswordByLink(
        deps,
        { userId, token, password, request, findKnownDevice },
        fail,
      );
      await clearEndedCookie(deps, request, reply);
      return owner;
    },
    ({ params: { id }, query: { token } }) => findSentLink(db, 'RESET_PASSWORD', token, id),
  );

  route(changeOwnPassword, async ({ body, viewer, reply, fail }) =>
    changePassword(deps, viewer, body, reply, fail),
  );
}

function emailChangeRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(sendEmailChangeCode, async ({ viewer: { userId } }) =>
    transaction(db, (trx) => queueEmail(deps, trx, EMAIL_CHANGE_CODE, { userId })),
  );

  route(askEmailChange, async ({ body, viewer, fail }) => requestEmailChange(deps, viewer, body, fail));

  route(
    changeEmail,
    async ({ body: { token }, viewer: { userId }, reply, fail }) =>
      confirmEmailChange(deps, { userId, token }, reply, fail),
    ({ body: { token }, viewer: { userId } }) => findSentLink(db, 'CHANGE_EMAIL', token, userId),
  );
}

function phoneRoutes(route: Route, deps: Deps): void {
  route(phoneCalls.askPhoneCode, async ({ body, viewer, request, fail }) =>
    requestPhoneCode(deps, { viewer, request }, body, fail),
  );

  route(phoneCalls.provePhone, async ({ body, viewer, request, fail }) =>
    verifyOwnNumber(deps, { viewer, request }, body, fail),
  );

  route(phoneCalls.removePhone, async ({ body, viewer, fail }) => removeOwnNumber(deps, viewer, body, fail));

  route(
    phoneCalls.askLogInCode,
    async ({ body, reply, fail }) => sendLogInCode(deps, body, reply, fail),
    ({ body: { phoneNumber }, request }) => knownDeviceOfNumber(deps, request, phoneNumber),
  );

  route(
    phoneCalls.logInByCode,
    async ({ body, reply, fail }) => logInByCode(deps, body, reply, fail),
    ({ body: { phoneNumber }, request }) => codeLimitKey(deps, request, phoneNumber),
  );
}

export function accountRoutes(route: Route, deps: Deps): void {
  ownAccountRoutes(route, deps);
  registrationRoutes(route, deps);
  passwordRoutes(route, deps);
  emailChangeRoutes(route, deps);
  phoneRoutes(route, deps);
}
