import { sql } from 'kysely';
import { updatePassword } from '@app/contracts/identity/accounts.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import type { Answer, TestApp } from '@app/test/support/app.ts';
import { PASSWORD, readEmailLink } from '@app/test/support/people.ts';

type Person = Pick<SignedInUser, 'userId'>;

export const registration = (email: string, given: object = {}) => ({
  email,
  password: PASSWORD,
  firstName: 'Esi',
  lastName: 'Owusu',
  role: 'RESEARCHER',
  agreedToTerms: true,
  ...given,
});

export const verificationToken = async (app: TestApp, email: string) =>
  (await readEmailLink(app, email, '/verify-email/')).pathname.split('/').at(-1) ?? '';
export const resetToken = async (app: TestApp, email: string) =>
  (await readEmailLink(app, email, '/reset-password/')).searchParams.get('token') ?? '';

export const setPassword = (app: TestApp, { userId: id }: Person, token: string, password: string) =>
  app.call(updatePassword, { params: { id }, query: { token }, body: { password } });

export const tryLogIn = (app: TestApp, email: string, password = PASSWORD) =>
  app.call(logIn, { body: { email, password } });

export const firstCookie = ({ headers }: Pick<Answer, 'headers'>) =>
  String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '';

export const knownDeviceCookie = ({ headers }: Pick<Answer, 'headers'>) =>
  [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';', 1)[0] ?? '')
    .find((pair) => pair.startsWith('__Host-known=')) ?? '';

/** Returns the status of a call that succeeds. */
export async function codeOrStatus(answer: Promise<Pick<Answer, 'status' | 'json'>>): Promise<unknown> {
  const { status, json } = await answer;
  return json['code'] ?? status;
}

export async function readAuditEvents({ engine }: TestApp, { userId }: Person): Promise<string[]> {
  const { rows } = await sql<{ event: string; about: string | null }>`
    select event, about from identity.audit where user_id = ${userId} order by audit_id`.execute(
    engine.owner,
  );
  return rows.map(({ event, about }) => (about === null ? event : `${event} ${about}`));
}

/** Removes the password, so that the person looks like one who registered with Google. */
export async function removePassword({ engine: { owner } }: TestApp, { userId }: Person): Promise<void> {
  await sql`update identity.people set password_hash = null where user_id = ${userId}`.execute(owner);
  await sql`insert into identity.google_accounts (issuer, subject, user_id)
    values ('https://issuer.example', ${userId}, ${userId})`.execute(owner);
}
