import { sql } from 'kysely';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import { hashPassword } from '../services/identity/src/passwords.ts';
import type { Ground } from './ground.ts';
import { median, say } from './measure.ts';

const OWNERS = 20;
const ROUNDS = 5;
const ADDRESSES = 30;
const PER_SECOND = 200;
const PASSWORD = 'correct horse battery';

interface Caller {
  email: string;
  password: string;
  address: string;
  cookie?: string | undefined;
}

interface Outcome {
  status: number;
  ms: number;
  cookie: string | undefined;
}

const path = `${IDENTITY_BASE}${logIn.path}`;

async function tryPassword(url: string, { email, password, address, cookie }: Caller): Promise<Outcome> {
  const began = performance.now();
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  const known = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-known='));
  return { status: answer.status, ms: performance.now() - began, cookie: known?.split(';', 1)[0] };
}

/** So many wrong passwords a second, of invented addresses, from thirty places; gives how they were answered. */
function attack(url: string) {
  const counts = new Map<number, number>();
  const under = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    const address = `198.51.100.${1 + (sent % ADDRESSES)}`;
    const one = tryPassword(url, { email: `${sent++}@nobody.test`, password: 'wrong', address })
      .then(({ status }) => void counts.set(status, (counts.get(status) ?? 0) + 1))
      .catch(() => void counts.set(0, (counts.get(0) ?? 0) + 1))
      .finally(() => under.delete(one));
    under.add(one);
  }, 1000 / PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(under);
    return { sent, answers: Object.fromEntries(counts) };
  };
}

/** Owners log in, on devices that are known and on new ones, while thirty addresses try wrong passwords. */
export async function measurePasswords(ground: Ground): Promise<void> {
  const bench = await ground.empty();
  const emails = Array.from({ length: OWNERS }, (_, at) => `owner-${at}@example.test`);
  const passwordHash = await hashPassword(PASSWORD);
  await bench.inProcess(async (_, { owner }) => {
    for (const email of emails)
      await sql`
        insert into identity.people (user_id, email, role, first_name, last_name, password_hash, agreed_to_terms_at,
          last_active_on, email_verified_at)
        values (${crypto.randomUUID()}, ${email}, 'PARTICIPANT', 'Esi', 'Owner', ${passwordHash}, now(), current_date,
          now())`.execute(owner);
  });
  const url = await bench.startProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  const at = (index: number) => `203.0.113.${1 + index}`;
  const cookies: (string | undefined)[] = [];
  for (const [index, email] of emails.entries())
    cookies.push((await tryPassword(url, { email, password: PASSWORD, address: at(index) })).cookie);

  async function ownersLogIn(areKnown: boolean): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, email] of emails.entries()) {
        const cookie = areKnown ? cookies[index] : undefined;
        outcomes.push(await tryPassword(url, { email, password: PASSWORD, address: at(index), cookie }));
      }
    return outcomes;
  }
  const tell = (name: string, outcomes: readonly Outcome[]) => {
    const times = outcomes.map(({ ms }) => ms);
    const isIn = outcomes.filter(({ status, ms }) => status === 200 && ms <= 3000).length;
    say(
      `| ${name} | ${isIn} of ${outcomes.length} | ${median(times).toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms |`,
    );
  };
  const quiet = await ownersLogIn(true);
  const stop = attack(url);
  const known = await ownersLogIn(true);
  const fresh = await ownersLogIn(false);
  const { sent, answers } = await stop();
  say('\n| owners, one after the other | in within 3 s | p50 | longest |\n| --- | --- | --- | --- |');
  tell('quiet, known devices', quiet);
  tell('under attack, known devices', known);
  tell('under attack, new devices', fresh);
  say(`\n${sent} wrong passwords from ${ADDRESSES} addresses: ${JSON.stringify(answers)}`);
  await bench.stopProcesses();
}
