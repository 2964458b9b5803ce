import { setTimeout as pause } from 'node:timers/promises';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from '@app/demo/people.ts';

const TIMEOUT_MS = 10_000;
const REPEAT_MS = 1000;
/** If a node dies, other nodes take over its work after half a minute. */
const SETTLE_MS = 120_000;

export interface LoadResult {
  calls: number;
  /** The number of failures of each kind. A repeat that fails counts again. */
  failed: Map<string, number>;
  longestGapInMs: number;
  acknowledged: number;
  /** The number of writes that a read immediately afterwards did not find. */
  unseen: number;
  lost: number;
  twice: number;
  unanswered: number;
}

export interface Load {
  calls(): number;
  failed(): LoadResult['failed'];
  lastWrite(): number;
  end(settled: () => Promise<void>): Promise<LoadResult>;
}

/** Fills tables with rows, because the locks of a migration matter only on large tables. */
export const bulkInserts = (rows: number) => [
  `insert into identity.people (user_id, email, role, first_name, last_name, password_hash, email_verified_at)
    select lpad(n::text, 32, '0')::uuid, n || '@many.test', 'PARTICIPANT', 'Esi', 'Many', 'x', now() from generate_series(1, ${rows}) as n`,
  `insert into identity.sessions (session_id, user_id, expires_at)
    select lpad(n::text, 32, '0')::uuid, lpad(n::text, 32, '0')::uuid, now() + interval '1 day' from generate_series(1, ${rows}) as n`,
  `insert into project.notifications (notification_id, user_id, key, kind, params, path)
    select lpad(n::text, 32, '0')::uuid, lpad(n::text, 32, '0')::uuid, 'many ' || n, 'APPLICATION_ACCEPTED', '{"study": "x"}', null from generate_series(1, ${rows}) as n`,
  'analyze',
];

export async function logIn(url: string, { email }: DemoPerson): Promise<string> {
  const answer = await fetch(`${url}${IDENTITY_BASE}/auth/login/email-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { content } = (await answer.json()) as { content?: { token: string } };
  if (!content) throw new Error(`The log-in was answered ${answer.status}`);
  return content.token;
}

const tokens = new Map<DemoPerson, string>();
const authorizationHeader = (person: DemoPerson) => ({ authorization: `Bearer ${tokens.get(person)}` });

export async function logInAll(url: string): Promise<void> {
  for (const person of [DEMO_PEOPLE.ama, DEMO_PEOPLE.abena]) tokens.set(person, await logIn(url, person));
}

export const describeFailedCalls = (failed: LoadResult['failed']) =>
  [...failed].map(([kind, count]) => `${count} × ${kind}`).join(', ') || '0';

/** A write is repeated with the same idempotency key until it succeeds. */
export async function startLoad(
  url: string,
  callsPerSecond: number,
  readNames = () => readProjectNames(url, authorizationHeader(DEMO_PEOPLE.ama)),
): Promise<Load> {
  const { ama, abena } = DEMO_PEOPLE;
  if (tokens.size === 0) await logInAll(url);
  const failed = new Map<string, number>();
  const asked = new Set<string>();
  const acknowledged = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const isEnding = new AbortController();
  let calls = 0;
  let lastWrite = Date.now();
  let longestGapInMs = 0;

  const call = async (path: string, init: RequestInit, wanted: number): Promise<boolean> => {
    calls += 1;
    const what = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (answer) => {
        const text = await answer.text();
        if (answer.status === wanted) return undefined;
        const [, code = 'of no service'] = /"code": ?"(\w+)"/.exec(text) ?? [];
        return `${answer.status} ${code}`;
      })
      // Reading the body can also run into a time-out.
      .catch((error: Error & { cause?: { code?: string } }) =>
        error.name === 'TimeoutError' ? 'no answer in 10 s' : (error.cause?.code ?? error.message),
      );
    if (what !== undefined) failed.set(what, (failed.get(what) ?? 0) + 1);
    return what === undefined;
  };
  const browses = [
    () => call(`${PROJECT_BASE}/open-studies`, {}, 200),
    () => call(`${PROJECT_BASE}/studies`, { headers: authorizationHeader(abena) }, 200),
    () => call(`${PROJECT_BASE}/projects`, { headers: authorizationHeader(ama) }, 200),
    () => call('/', {}, 200),
  ];
  const write = async () => {
    const key = crypto.randomUUID();
    asked.add(key);
    const init = {
      method: 'POST',
      headers: { ...authorizationHeader(ama), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ creatorId: ama.userId, projectName: `kept ${key}` }),
    };
    for (const end = Date.now() + SETTLE_MS; Date.now() < end; await pause(REPEAT_MS)) {
      if (!(await call(`${PROJECT_BASE}/projects`, init, 201))) continue;
      acknowledged.add(key);
      longestGapInMs = Math.max(longestGapInMs, Date.now() - lastWrite);
      lastWrite = Date.now();
      return;
    }
  };

  const began = Date.now();
  const asking = (async () => {
    for (let round = 0; !isEnding.signal.aborted; round += 1) {
      const next = round % 3 === 0 ? write() : (browses[round % browses.length]?.() ?? Promise.resolve());
      const done = Promise.resolve(next).then(() => void underWay.delete(done));
      underWay.add(done);
      await pause(Math.max(0, began + (round * 1000) / callsPerSecond - Date.now()));
    }
  })();

  return {
    calls: () => calls,
    failed: () => failed,
    lastWrite: () => lastWrite,
    async end(settled) {
      longestGapInMs = Math.max(longestGapInMs, Date.now() - lastWrite);
      isEnding.abort();
      await asking;
      await Promise.all(underWay);
      const look = async () => {
        const counts = new Map<string, number>();
        for (const name of await readNames()) counts.set(name, (counts.get(name) ?? 0) + 1);
        const own = [...asked].map((key) => ({ key, count: counts.get(`kept ${key}`) ?? 0 }));
        return {
          missing: own.filter(({ key, count }) => acknowledged.has(key) && count === 0).length,
          twice: own.filter(({ count }) => count > 1).length,
        };
      };
      // The first read may still be answered by a former leader.
      const { missing: unseen } = await look();
      await settled();
      const { missing: lost, twice } = await look();
      return {
        calls,
        failed,
        longestGapInMs,
        acknowledged: acknowledged.size,
        unseen,
        lost,
        twice,
        unanswered: asked.size - acknowledged.size,
      };
    },
  };
}

export async function readProjectNames(url: string, headers: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  for (let page = 0, totalPages = 1; page < totalPages; page += 1) {
    const answer = await fetch(`${url}${PROJECT_BASE}/projects?size=100&page=${page}`, { headers });
    if (!answer.ok) throw new Error(`Page ${page} of the projects was answered ${answer.status}`);
    const json = (await answer.json()) as { content: { projectName: string }[]; totalPages: number };
    names.push(...json.content.map(({ projectName }) => projectName));
    totalPages = json.totalPages;
  }
  return names;
}
