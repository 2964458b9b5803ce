import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson, resendVerification, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { askLogInCode, askPhoneCode, logInByCode, provePhone } from '@app/contracts/identity/phones.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { type Answer, type TestApp, startTestApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';
import { createTestPhones } from '@app/test/support/phones.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { type TextPhones, startTextPhones } from '@app/test/support/text-phones.ts';
import { firstCookie, knownDeviceCookie, registration, verificationToken } from '#test/accounts.ts';

/** The attacker uses both addresses; the honest person shares the first one. */
const ADDRESSES = ['203.0.113.1', '2001:db8:1::1'];
const [SHARED = ''] = ADDRESSES;
const ATTACKERS = 6;
const PER_ADDRESS = 8;
const PER_MAILBOX = 4;
const EMAILS_PER_MAILBOX = 3;
const SPELLINGS = 12;
let app: TestApp;
let nodes: TestApp['call'][];
let texts: TextPhones;
let phones: ReturnType<typeof createTestPhones>;
beforeAll(async () => {
  texts = await startTextPhones();
  app = await startTestApp({
    ...texts.settings,
    LOG_INS_PER_ADDRESS_PER_10_MINUTES: PER_ADDRESS,
    LINKS_TRIED_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    EMAILS_PER_MAILBOX_PER_HOUR: EMAILS_PER_MAILBOX,
    CODES_ASKED_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    CODES_TRIED_PER_ADDRESS_PER_10_MINUTES: PER_ADDRESS,
    PHONE_CODES_PER_MAILBOX_PER_DAY: PER_MAILBOX,
    PHONE_CODES_PER_ADDRESS_PER_HOUR: PER_ADDRESS,
    UNUSED_CODES_PER_INSTALLATION_PER_HOUR: '60',
  });
  nodes = [app.call, await app.startNode()];
  phones = createTestPhones(app, texts);
});
afterAll(async () => {
  await app.close();
  await texts.stop();
});

type Attack = (call: TestApp['call'], from: string) => Promise<Pick<Answer, 'status'>>;

/** Each kind of attack is refused beyond its limit in `Limit`. */
function attacksOn(owned: string, pumps: SignedInUser[]): Record<string, Attack> {
  let round = 0;
  const spelling = () => `flood+${(round += 1) % SPELLINGS}@gmail.com`;
  const unknown = () => `${crypto.randomUUID()}@example.test`;
  return {
    logIn: (call, from) => call(logIn, { body: { email: unknown(), password: 'wrong phrase' }, from }),
    link: (call, from) => call(verifyEmail, { body: { token: 'x'.repeat(43), password: PASSWORD }, from }),
    askCode: (call, from) => call(askLogInCode, { body: { phoneNumber: phones.freshNumber() }, from }),
    tryCode: (call, from) =>
      call(logInByCode, { body: { phoneNumber: phones.freshNumber(), code: '000000' }, from }),
    askProof: (call, from) => {
      const as = pumps[(round += 1) % pumps.length]!;
      const phoneNumber = round % 3 ? phones.freshNumber() : owned;
      return call(askPhoneCode, { as, body: { phoneNumber, password: PASSWORD }, from });
    },
    askEmail: (call, from) => call(resendVerification, { body: { email: spelling() }, from }),
  };
}

test('during an attack on two nodes, a person at its IP address registers, logs in and proves a number', async () => {
  const own = phones.freshNumber();
  const pumps: SignedInUser[] = [];
  for (let at = 0; at < 3; at += 1)
    pumps.push(await registerVerified(app, 'PARTICIPANT', { email: `pump+${at}@gmail.com` }));
  for (let at = 0; at < SPELLINGS; at += 1) {
    const body = registration(`flood+${at}@gmail.com`);
    expect((await nodes[at % 2]!(registerPerson, { body, from: SHARED })).status).toBe(201);
  }
  const attacks = attacksOn(own, pumps);
  const passed = new Map<string, number>();
  const refused = new Map<string, number>();
  const limited = Object.keys(attacks).filter((name) => name !== 'askEmail');
  const isUsedUp = () =>
    limited.every((name) => ADDRESSES.every((from) => (refused.get(`${name} ${from}`) ?? 0) > 0));
  const abort = new AbortController();
  const attack = async (worker: number) => {
    for (let round = worker; !abort.signal.aborted; round += 1)
      for (const [name, ask] of Object.entries(attacks)) {
        const from = ADDRESSES[round % 2]!;
        const { status } = await ask(nodes[(round >> 1) % 2]!, from);
        const counted = status === 429 ? refused : passed;
        counted.set(`${name} ${from}`, (counted.get(`${name} ${from}`) ?? 0) + 1);
      }
  };
  const attackers = Array.from({ length: ATTACKERS }, (_, worker) => attack(worker));
  const [one, two] = nodes as [TestApp['call'], TestApp['call']];
  try {
    await expect.poll(isUsedUp, { timeout: 120_000 }).toBe(true);
    const email = 'honest@example.test';
    const body = registration(email, { role: 'PARTICIPANT' });
    const registered = await one(registerPerson, { body, from: SHARED });
    expect(registered.status).toBe(201);
    const token = await verificationToken(app, email);
    // The browser that registered is not asked for a password.
    const cookie = firstCookie(registered);
    const verified = await two(verifyEmail, { body: { token }, headers: { cookie }, from: SHARED });
    expect(verified.status).toBe(200);

    const known = { cookie: knownDeviceCookie(verified) };
    const entered = await one(logIn, { body: { email, password: PASSWORD }, headers: known, from: SHARED });
    expect(entered.status).toBe(200);
    const as = entered.content;
    const request = { phoneNumber: own, password: PASSWORD };
    expect((await two(askPhoneCode, { as, body: request, from: SHARED })).status).toBe(200);
    // Codes that the attackers requested arrive there too, and each is a wrong try.
    const given = new Set<string>();
    await expect
      .poll(async () => {
        for (const text of phones.textsTo(own)) {
          const proof = { phoneNumber: own, code: text.slice(0, 6) };
          if (given.has(proof.code)) continue;
          given.add(proof.code);
          const { status } = await one(provePhone, { as, body: proof, from: SHARED });
          if (status === 204) return status;
        }
        return undefined;
      })
      .toBe(204);
    expect((await two(readOwnAccount, { as })).content.phone).toMatchObject({ counts: true });

    const before = phones.textsTo(own).length;
    const sent = await two(askLogInCode, { body: { phoneNumber: own }, headers: known, from: SHARED });
    expect(sent.status).toBe(200);
    await expect.poll(() => phones.textsTo(own).length).toBeGreaterThan(before);
    const entry = { phoneNumber: own, code: phones.codeTo(own) };
    const headers = { cookie: firstCookie(sent) };
    expect((await one(logInByCode, { body: entry, headers, from: SHARED })).status).toBe(200);
  } finally {
    abort.abort();
    await Promise.all(attackers);
  }

  // Both nodes and all callers share one count.
  const passedByAddress = (name: string) => ADDRESSES.map((from) => passed.get(`${name} ${from}`) ?? 0);
  for (const name of ['logIn', 'link', 'askCode', 'tryCode'])
    expect([name, ...passedByAddress(name)]).toEqual([name, PER_ADDRESS, PER_ADDRESS]);
  const proofs = passedByAddress('askProof').reduce((sum, many) => sum + many, 0);
  expect(proofs).toBe(PER_MAILBOX);
  await waitForJobs(app);
  let emails = 0;
  for (let at = 0; at < SPELLINGS; at += 1)
    emails += (await app.mailbox.read(`flood+${at}@gmail.com`)).length;
  expect(emails).toBe(EMAILS_PER_MAILBOX);
});
