import { agreeToTexts } from '@app/contracts/identity/consents.ts';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { logIn, readMe, refreshSession } from '@app/contracts/identity/sessions.ts';
import { LEGAL_TEXTS, LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { recordEvent } from '../audit.ts';
import { agree, findConsents } from '../consents/record-consent.ts';
import type { Deps } from '../deps.ts';
import { readKnownDevice } from '../sessions/known-device.ts';
import { findOwnNumber } from '../phones/verified-number.ts';
import { assertSameSite } from '../sessions/start-session.ts';
import { refresh, findRequestSession } from '../sessions/refresh.ts';
import { isRefused } from '../emails/deliver-email.ts';
import { canText } from '../config.ts';
import { changeAccount } from './change-account.ts';
import { findAccount } from './reads.ts';
import { logInByPassword, signedInUser, withOwnToken } from './sign-in.ts';

export function accountRoutes(route: Route, deps: Deps): void {
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
      const { userId, sessionId } = await refresh(deps, request, reply, fail);
      return (await signedInUser(deps, userId, sessionId)) ?? fail('NOT_SIGNED_IN');
    },
    ({ request }) => findRequestSession(deps, request),
  );

  route(readMe, async ({ viewer }) => withOwnToken(deps, viewer));

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
      isEmailRefused: await isRefused(db, { userId, email: account.email }),
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
    return withOwnToken(deps, viewer);
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
      await agree(trx, userId, body);
      const about = texts.map((text) => `${text} ${LEGAL_VERSIONS[text]}`).join(' ');
      await recordEvent(trx, 'CONSENTED', { userId, about });
    });
    return withOwnToken(deps, viewer);
  });
}
