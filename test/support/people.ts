import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { submitUserInformation, type UserInformation } from '@app/contracts/identity/profiles.ts';
import type { TestApp } from './app.ts';
import { type Kind, takeReadyPerson } from './ready-people.ts';

export const PASSWORD = 'kente weaving 57';
const EMAIL_WAIT_MS = 60_000;

let number = 0;

/** Returns the secret of the newest email to a person, without waiting for the email. */
export async function emailSecret(
  app: Pick<TestApp, 'engine'>,
  userId: string,
  purpose: 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'DECIDE_COMPANY',
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`
    insert into identity.email_tokens (token_hash, user_id, purpose, expires_at)
    values (sha256(convert_to(${secret}::text, 'UTF8')), ${userId}, ${purpose}, now() + interval '10 minutes')`.execute(
    app.engine.owner,
  );
  return secret;
}

/**
 * Returns the secret of the email to a new address, as if its person had just requested it; if
 * they are gone, it matches no row.
 */
export async function emailChangeSecret(
  app: TestApp,
  { userId, email }: SignedInUser,
  newEmail: string,
): Promise<string> {
  const [secret, changeId] = [randomBytes(32).toString('base64url'), crypto.randomUUID()];
  await sql`
    delete from identity.email_changes where user_id = ${userId} and changed_at is null`.execute(
    app.engine.owner,
  );
  await sql`
    insert into identity.email_changes (change_id, user_id, old_email, new_email)
    select ${changeId}::uuid, user_id, ${email}::text, ${newEmail}::text from identity.people where user_id = ${userId}`.execute(
    app.engine.owner,
  );
  await sql`
    insert into identity.email_tokens (token_hash, user_id, purpose, change_id, expires_at)
    select sha256(convert_to(${secret}::text, 'UTF8')), user_id, 'CHANGE_EMAIL', change_id, now() + interval '10 minutes'
    from identity.email_changes where change_id = ${changeId}`.execute(app.engine.owner);
  return secret;
}

/** Returns the newest link to a page in the emails of an address; waits until the email has arrived. */
export async function readEmailLink(app: TestApp, address: string, page: string, since = 0): Promise<URL> {
  for (const end = Date.now() + EMAIL_WAIT_MS; Date.now() < end;) {
    const emails = await app.mailbox.read(address);
    const links = emails
      .filter((message) => Date.parse(message.sentAt) > since)
      .flatMap((message) => message.links);
    const link = links.find((text) => new URL(text).pathname.startsWith(page));
    if (link !== undefined) return new URL(link);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No email to ${address} with a link to ${page} arrived in ${EMAIL_WAIT_MS} ms`);
}

/** Registering needs these parts of an app. */
type App = Pick<TestApp, 'call' | 'engine'>;

/**
 * Returns a person with a verified email. By default it is a prepared one: registered some minutes ago,
 * without emails in the mailbox. Use `registerByCalls` if that matters.
 */
export async function registerVerified(
  app: App,
  role: SignedInUser['role'],
  given: Partial<{ email: string; firstName: string; lastName: string }> = {},
): Promise<SignedInUser> {
  const isPlain = Object.keys(given).length === 0;
  const ready = isPlain && (await takeReadyPerson(app, role === 'RESEARCHER' ? 'researcher' : 'newcomer'));
  return ready || registerByEmail(app, role, given);
}

async function registerByEmail(
  app: App,
  role: SignedInUser['role'],
  given: Partial<{ email: string; firstName: string; lastName: string }> = {},
): Promise<SignedInUser> {
  number += 1;
  const email = given.email ?? `person-${number}-${randomBytes(4).toString('hex')}@example.test`;
  const registered = await app.call(registerPerson, {
    body: {
      email,
      password: PASSWORD,
      firstName: given.firstName ?? 'Esi',
      lastName: given.lastName ?? `Person ${number}`,
      role,
      agreedToTerms: true,
    },
  });
  if (registered.status !== 201) throw new Error(`Registering answered ${registered.status}`);
  const found = sql<{ id: string }>`select user_id as id from identity.people where email = ${email}`;
  const userId = (await found.execute(app.engine.owner)).rows[0]?.id ?? '';
  const token = await emailSecret(app, userId, 'VERIFY_EMAIL');
  const headers = { cookie: String(registered.headers['set-cookie']).split(';', 1)[0] ?? '' };
  const verified = await app.call(verifyEmail, { body: { token }, headers });
  if (verified.status !== 200) throw new Error(`Verifying answered ${verified.status}`);
  return verified.content;
}

/** Registers a person of this kind through the product's own calls. */
export async function registerByCalls(app: App, kind: Kind): Promise<SignedInUser> {
  if (kind === 'newcomer' || kind === 'participant') {
    const user = await registerByEmail(app, 'PARTICIPANT');
    return kind === 'newcomer' ? user : completeProfile(app, user);
  }
  const user = await registerByEmail(app, 'RESEARCHER');
  return kind === 'researcher' ? user : verifyCompany(app, user);
}

export function companyBody(userId: string) {
  return {
    userId,
    companyName: 'Market Square Research',
    businessName: 'Market Square Research Ltd',
    industry: 'CONSULTING',
    website: 'https://market-square.example',
    companyLinkedUrl: 'https://www.linkedin.com/company/market-square',
    foundersLinkedInUrl: 'https://www.linkedin.com/in/market-square',
    stage: 'Concept Design',
  };
}

/** Returns a researcher, VERIFIED by the admin's link on request. */
export async function registerResearcher(
  app: App,
  options: { verified?: boolean } = {},
): Promise<SignedInUser> {
  if (options.verified !== true) return registerVerified(app, 'RESEARCHER');
  return (await takeReadyPerson(app, 'verified')) ?? registerByCalls(app, 'verified');
}

async function verifyCompany(app: App, user: SignedInUser): Promise<SignedInUser> {
  const submitted = await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  if (submitted.status !== 200) throw new Error(`The company information answered ${submitted.status}`);
  const token = await emailSecret(app, user.userId, 'DECIDE_COMPANY');
  const decided = await app.call(decideCompany, {
    params: { userId: user.userId },
    body: { token, decision: 'ACCEPT' },
  });
  if (decided.status !== 200) throw new Error(`The decision answered ${decided.status}`);
  return { ...submitted.content, adminVerificationStatus: 'VERIFIED' };
}

/** Returns the token of the admin's email about this researcher. */
export async function decisionToken(app: TestApp, userId: string, since = 0): Promise<string> {
  for (const end = Date.now() + EMAIL_WAIT_MS; Date.now() < end;) {
    const emails = await app.mailbox.read('admin@demo.test');
    const links = emails
      .filter((message) => Date.parse(message.sentAt) > since)
      .flatMap((message) => message.links);
    const link = links.find((text) => text.includes('/accept-company/') && text.endsWith(userId));
    if (link !== undefined) return new URL(link).pathname.split('/')[2] ?? '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('No email to the admin arrived');
}

/** Returns a unique number: an account that shares a number is marked. */
export function testPhoneNumber(userId: string): string {
  if (userId === '') return '024 123 4567';
  const digits = createHash('sha256').update(userId).digest().readUIntBE(0, 6) % 10_000_000;
  return `024${String(digits).padStart(7, '0')}`;
}

/** Returns the number as the API shows it. */
export const maskedTestNumber = (userId: string) => `+233 •• ••• ${testPhoneNumber(userId).slice(-4)}`;

export function profileBody(
  userId: string,
  given: Partial<UserInformation['demographic']> = {},
): UserInformation {
  return {
    userId,
    demographic: {
      dateOfBirth: '1996-04-02',
      gender: 'FEMALE',
      education: 'BACHELORS_DEGREE',
      annualHouseholdIncome: 'BETWEEN_10000_30000',
      region: 'GREATER_ACCRA',
      city: 'Accra',
      languages: ['ENGLISH', 'TWI'],
      ...given,
    },
    employment: { status: 'EMPLOYED_FULL_TIME', jobRole: 'SALES_TRADING', industry: 'RETAIL_TRADE' },
    technicalDetail: {
      browsers: ['CHROME'],
      computerOs: 'NO_COMPUTER',
      phoneOs: 'ANDROID',
      tabletOs: 'NO_TABLET',
      hasWebcam: false,
      hasInternet: true,
    },
    payment: { provider: 'MTN', accountName: 'Esi Person', phoneNumber: testPhoneNumber(userId) },
  };
}

/** Returns a participant, with a completed set-up on request. */
export async function registerParticipant(
  app: App,
  options: { withProfile?: boolean; demographic?: Partial<UserInformation['demographic']> } = {},
): Promise<SignedInUser> {
  if (options.withProfile !== true) return registerVerified(app, 'PARTICIPANT');
  const ready = options.demographic === undefined && (await takeReadyPerson(app, 'participant'));
  return ready || completeProfile(app, await registerVerified(app, 'PARTICIPANT'), options.demographic);
}

async function completeProfile(
  app: App,
  user: SignedInUser,
  demographic?: Partial<UserInformation['demographic']>,
): Promise<SignedInUser> {
  const sent = await app.call(submitUserInformation, {
    as: user,
    body: profileBody(user.userId, demographic),
  });
  if (sent.status !== 200)
    throw new Error(`The set-up answered ${sent.status}: ${JSON.stringify(sent.json)}`);
  return sent.content;
}
