import { sql } from 'kysely';
import { askLogInCode, askPhoneCode, logInByCode, provePhone } from '@app/contracts/identity/phones.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { toMailbox } from '@app/kit/mailbox.ts';
import type { Answer, TestApp } from './app.ts';
import { PASSWORD, testPhoneNumber } from './people.ts';
import { readIdentityConfig } from '../../services/identity/src/config.ts';
import { openDb } from '../../services/identity/src/open-db.ts';
import { upsertNumber } from '../../services/identity/src/phones/verified-number.ts';
import { phoneLimitKey, hashCode } from '../../services/identity/src/phones/phone-codes.ts';
import { hashSecret } from '../../services/identity/src/tokens.ts';
import { waitForJobs } from './wait-for-jobs.ts';
import type { TextPhones } from './text-phones.ts';

/** Helpers for codes by text message: the app, and the phones that receive its messages. */
export function createTestPhones(app: TestApp, texts: TextPhones) {
  let last = 0;
  const textsTo = (number: string) => texts.read(number).map(({ text }) => text);
  const codeTo = (number: string) => /^\d+/.exec(textsTo(number)[0] ?? '')?.[0] ?? '';
  const codeCookie = (answer: Answer) =>
    [answer.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';', 1)[0] ?? '')
      .find((pair) => pair.startsWith('__Host-code=')) ?? '';
  const askToProve = async (
    as: SignedInUser,
    phoneNumber: string,
    password: string | undefined = PASSWORD,
  ) => {
    const answer = await app.call(askPhoneCode, { as, body: { phoneNumber, password } });
    await waitForJobs(app);
    return answer;
  };
  const askToLogIn = async (phoneNumber: string) => {
    const answer = await app.call(askLogInCode, { body: { phoneNumber } });
    await waitForJobs(app);
    return { answer, cookie: codeCookie(answer) };
  };
  const give = (cookie: string, body: { phoneNumber: string; code: string; role?: string }) =>
    app.call(logInByCode, { body, headers: { cookie } });
  return {
    /** Returns a number that no other test has. */
    freshNumber: () => `+23324${String((last += 1)).padStart(7, '0')}`,
    textsTo,
    codeTo,
    askToProve,
    askToLogIn,
    give,
    /** Ends the waits between codes, and resets the daily counts. */
    forgetWaits: () =>
      sql`update identity.phone_codes set next_at = now(), counted_from = now() - interval '25 hours'`.execute(
        app.engine.owner,
      ),
    async prove(as: SignedInUser, phoneNumber: string, headers: Record<string, string> = {}) {
      await askToProve(as, phoneNumber);
      return app.call(provePhone, { as, body: { phoneNumber, code: codeTo(phoneNumber) }, headers });
    },
    async logIn(phoneNumber: string, role?: SignedInUser['role']) {
      const { cookie } = await askToLogIn(phoneNumber);
      return give(cookie, { phoneNumber, code: codeTo(phoneNumber), ...(role && { role }) });
    },
  };
}

/** Returns another code of six digits. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const openIdentityDb = ({ engine, settings }: Pick<TestApp, 'engine' | 'settings'>) =>
  openDb(engine, readIdentityConfig(settings).IDENTITY_DATA_KEYS);

/** Stores a code that was just sent to a number, without a message; returns it. */
export async function insertPhoneCode(
  app: Pick<TestApp, 'engine' | 'settings'>,
  {
    purpose,
    user: { userId },
    flow,
  }: { purpose: 'PROVE' | 'LOG_IN'; user: Pick<SignedInUser, 'userId'>; flow: string },
): Promise<{ phoneNumber: string; code: string }> {
  const { db, seal } = openIdentityDb(app);
  const [code, codeId] = ['123456', crypto.randomUUID()];
  // The person's own number in the stored format.
  const phoneNumber = `+233${testPhoneNumber(userId).replaceAll(/\D/g, '').slice(-9)}`;
  const person = await db
    .selectFrom('identity.people')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const mailbox = toMailbox(person?.email ?? '');
  const numberHash = seal.keyedHash(
    phoneLimitKey(phoneNumber, purpose === 'PROVE' ? { mailbox } : 'STRANGER'),
  );
  const soon = new Date(Date.now() + 600_000);
  await db.deleteFrom('identity.phone_codes').where('number_hash', '=', numberHash).execute();
  const isHere = sql<string | null>`(select user_id from identity.people where user_id = ${userId})`;
  await db
    .insertInto('identity.phone_codes')
    .values({
      number_hash: numberHash,
      coded_number: phoneNumber,
      code_id: codeId,
      purpose,
      user_id: purpose === 'PROVE' ? isHere : null,
      flow_hash: hashSecret(flow),
      code_hash: hashCode({ seal }, { codeId, code }),
      expires_at: soon,
      next_at: soon,
    })
    .execute();
  return { phoneNumber, code };
}

/** Stores a number that was just confirmed. */
export async function insertPhoneNumber(
  app: Pick<TestApp, 'engine' | 'settings'>,
  { userId, role }: Pick<SignedInUser, 'userId' | 'role'>,
  number: string,
): Promise<void> {
  const { db, seal } = openIdentityDb(app);
  await db.deleteFrom('identity.phones').where('number_hash', '=', seal.keyedHash(number)).execute();
  await upsertNumber(db, seal, { userId, role, number });
}
