import { PROJECT_BASE } from '@app/contracts/bases.ts';
import type { Engine } from '@app/kit/database.ts';
import type { RunningProcess } from '@app/kit/process.ts';
import { createTokenSigner } from '../services/identity/src/tokens.ts';
import { load } from './load.ts';
import { SECONDS, measure, say } from './measure.ts';
import type { Bench, Sample } from './product.ts';
import { ANSWER, OPEN_TO_ALL, QUESTION, personId, seed, studyId } from './seed.ts';
import { recordStatements } from './statements.ts';

const STUDIES = Number(process.env['BENCH_STUDIES'] ?? 100_000);
const PARTICIPANTS = Number(process.env['BENCH_PARTICIPANTS'] ?? 100_000);
/** People who take part in the load; the whole table stays behind them. */
const ACTIVE = Math.min(PARTICIPANTS, 4000);

const applicationBody = (person: string) =>
  JSON.stringify({ applicantId: person, responses: [{ id: '1', question: QUESTION, answer: ANSWER }] });

/** Browse and apply, beside two limits measured in the same run. */
export async function measureStudies(bench: Bench): Promise<void> {
  say(`\n${STUDIES} studies, ${PARTICIPANTS} participants`);
  const signer = await createTokenSigner(bench.secrets['TOKEN_SIGNING_KEY'] ?? '', 60);
  const tokens = await Promise.all(
    Array.from({ length: ACTIVE }, (_, index) =>
      signer.sign({ userId: personId(index + 1), role: 'PARTICIPANT', sessionId: personId(index + 1) }),
    ),
  );
  let samples: Record<string, Sample> = {};
  await bench.inProcess(async (running, engine) => {
    samples = await prepare(running, engine, tokens);
  });
  const limits = await bench.startLimits(samples);
  await measureCalls(await bench.startProduct(), limits, tokens);
}

/** Fills, and takes one sample of each call. */
async function prepare(
  { app }: RunningProcess,
  engine: Engine,
  tokens: readonly string[],
): Promise<Record<string, Sample>> {
  await seed(engine, STUDIES, PARTICIPANTS);
  const headers = (index: number) => ({ authorization: `Bearer ${tokens[index]}` });
  const browse = (index: number) => app.inject({ url: `${PROJECT_BASE}/studies`, headers: headers(index) });
  const apply = (index: number) =>
    app.inject({
      method: 'POST',
      url: `${PROJECT_BASE}/studies/${studyId(1)}/applications`,
      headers: { ...headers(index), 'content-type': 'application/json' },
      payload: applicationBody(personId(index + 1)),
    });
  // First a person to warm up what is remembered; the sample is then what a request costs that is not the first.
  await browse(0);
  await browse(1);
  const samples: Record<string, Sample> = {};
  for (const [name, call] of Object.entries({ browse, apply })) {
    let answer = '';
    const statements = await recordStatements(async () => {
      const response = await call(1);
      if (response.statusCode >= 300) throw new Error(`The sample of ${name} answered ${response.payload}`);
      answer = response.payload;
    });
    samples[name] = { answer, statements, personId: personId(2), studyId: studyId(1) };
    say(`${name}: answer of ${answer.length} bytes, ${statements.length} statements`);
  }
  return samples;
}

async function measureCalls(product: string, limits: string, tokens: readonly string[]): Promise<void> {
  const someone = () => Math.floor(Math.random() * ACTIVE);
  // Every application is a new pair of person and study: the product's from the front, the limit's from the back.
  let pair = 0;
  const nextPair = () => {
    pair += 1;
    return { person: (pair % ACTIVE) + 1, study: (Math.floor(pair / ACTIVE) % (OPEN_TO_ALL / 2)) + 2 };
  };
  await measure('browse', {
    'node:http, constant answer': () =>
      load(limits, SECONDS, () => ({ method: 'GET', path: '/constant/browse' })),
    'node:http, same SQL': () =>
      load(limits, SECONDS, () => ({
        method: 'GET',
        path: `/sql/browse/${personId(someone() + 1)}/${studyId(1)}`,
      })),
    'the product': () =>
      load(product, SECONDS, () => ({
        method: 'GET',
        path: `${PROJECT_BASE}/studies`,
        headers: { authorization: `Bearer ${tokens[someone()]}` },
      })),
  });
  await measure('apply', {
    'node:http, constant answer': () =>
      load(limits, SECONDS, () => ({ method: 'POST', path: '/constant/apply' })),
    'node:http, same SQL': () =>
      load(limits, SECONDS, () => {
        const { person, study } = nextPair();
        return {
          method: 'POST',
          path: `/sql/apply/${personId(person)}/${studyId(study + OPEN_TO_ALL / 2 - 2)}`,
        };
      }),
    'the product': () =>
      load(product, SECONDS, () => {
        const { person, study } = nextPair();
        return {
          method: 'POST',
          path: `${PROJECT_BASE}/studies/${studyId(study)}/applications`,
          headers: { authorization: `Bearer ${tokens[person - 1]}`, 'content-type': 'application/json' },
          body: applicationBody(personId(person)),
        };
      }),
  });
}
