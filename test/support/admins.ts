import { decodeJwt } from 'jose';
import type { AdminRole } from '@app/contracts/enumerations.ts';
import {
  enrolAdmin,
  signAdminIn,
  startAdminEnrolment,
  startAdminSignIn,
} from '@app/contracts/identity/admin-sign-in.ts';
import { addAdmin } from '../../services/identity/src/admins/accounts.ts';
import { createTokenSigner } from '../../services/identity/src/tokens.ts';
import { openServiceKeys } from './secrets.ts';
import { SERVICE_ROLE } from '../../services/identity/src/open-db.ts';
import type { IdentityTables } from '../../services/identity/src/schema.ts';
import type { Answer, TestApp } from './app.ts';
import { type TestPasskey, createPasskey } from './passkeys.ts';

type App = Pick<TestApp, 'call' | 'engine' | 'mailbox' | 'settings'>;

export interface TestAdmin {
  adminId: string;
  email: string;
  passkey: TestPasskey;
  cookie: string;
  /** A token lasts for a minute, so each call needs a new one. */
  token(passkeyUsedAt?: Date): Promise<string>;
}

const sessionCookie = ({ headers }: Answer) => String(headers['set-cookie']).split(';', 1)[0] ?? '';

/** Returns the secret of an enrolment link, as the command prints it. */
export async function inviteAdmin(app: App, roles: AdminRole[]): Promise<{ email: string; secret: string }> {
  const email = `admin-${crypto.randomUUID()}@institute.test`;
  const link = await addAdmin(
    {
      db: app.engine.connect<IdentityTables>(SERVICE_ROLE),
      sendMail: app.mailbox.send,
      adminUrl: app.settings['ADMIN_URL'] ?? '',
      publicUrl: app.settings['PUBLIC_URL'] ?? '',
      by: 'kofi',
    },
    { email, name: 'Adwoa Mensah', roles },
  );
  return { email, secret: new URL(link?.url ?? '').hash.slice(1) };
}

/** Adds an admin, who enrols a passkey by the link. */
export async function makeAdmin(app: App, roles: AdminRole[]): Promise<TestAdmin> {
  const { email, secret } = await inviteAdmin(app, roles);
  const passkey = createPasskey();
  const { content } = await app.call(startAdminEnrolment, { body: { token: secret } });
  const enrolled = await app.call(enrolAdmin, { body: { token: secret, passkey: passkey.create(content) } });
  if (enrolled.status !== 200) throw new Error(`The enrolment answered ${JSON.stringify(enrolled.json)}`);
  const cookie = sessionCookie(enrolled);
  const { sid: sessionId } = decodeJwt<{ sid: string }>(enrolled.content.token);
  // Signed here, because a renewal writes and tests count writes.
  const token = async (passkeyUsedAt = new Date()) => {
    const signer = createTokenSigner(await openServiceKeys('identity', app.settings), 1);
    return signer.signAdmin({ adminId: content.adminId, sessionId, passkeyUsedAt });
  };
  return { adminId: content.adminId, email, passkey, cookie, token };
}

/** Returns the body of a right sign-in. */
export async function answerChallenge(app: App, { email, passkey }: Pick<TestAdmin, 'email' | 'passkey'>) {
  const { content } = await app.call(startAdminSignIn, { body: { email } });
  return { passkey: passkey.use(content) };
}

/** Starts another session of the admin, and returns its cookie. */
export async function signIn(app: App, admin: Pick<TestAdmin, 'email' | 'passkey'>): Promise<string> {
  return sessionCookie(await app.call(signAdminIn, { body: await answerChallenge(app, admin) }));
}
