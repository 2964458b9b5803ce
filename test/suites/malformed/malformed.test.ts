import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { type EndpointShape, isOnAdminPort } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { findAnswerFlaw } from '../responses/find-flaw.ts';
import { type Change, changes } from './malformed-requests.ts';
import { MALFORMED_REQUESTS } from '../../support/sizes.ts';
import type { Sample } from '../../support/samples/recipe.ts';
import { injectUntilFirstEvent } from '../../support/samples/first-event.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { type RawRequest, mustBeRefused, spoilRequest } from './corrupt-request.ts';
import { type World, startWorld } from '../../support/samples/world.ts';
import { type WriteCounter, countWrites, withoutKeys } from '../../support/samples/write-counter.ts';

/**
 * Every run uses this seed: a failure with another one is a fault of the service, not of the change under
 * test.
 */
const SEED = 743_075;
const EACH = Math.ceil(MALFORMED_REQUESTS / CASES.length);

let world: World;
let writes: WriteCounter;
const statuses = new Map<number, number>();

beforeAll(async () => {
  world = await startWorld();
  writes = await countWrites(world.app.engine);
});
afterAll(async () => {
  const sent = statuses.values().reduce((sum, count) => sum + count, 0);
  const table = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${sent} malformed requests, seed ${SEED}; ${table.join(', ')}`);
  await world.close();
});

describe('IN-1 to IN-6 IN-13 IN-15 OUT-1 no request causes a server error, and no refused one writes a row', () => {
  test.each(CASES.map((subject, index) => [`${subject.service} ${subject.id}`, subject, index] as const))(
    '%s',
    async (_, subject, index) => {
      let unused: Sample | undefined;
      const makeGood = async () => {
        const good = await subject.recipe.make(world, world.people[subject.recipe.by]);
        await writes.look();
        return good;
      };
      const property = fc.asyncProperty(changes, async (made: Change[]) => {
        const { recipe } = subject;
        const good = unused ?? (await makeGood());
        // A request that is not refused may use up the sample.
        unused = undefined;
        const token = await tokenFor(world, subject);
        const request = spoilRequest(subject, good, token, made);
        const mayNot = mustBeRefused(subject.endpoint, made, request, spoilRequest(subject, good, token, []));
        const answer = await answerTo(subject, request);
        expect(answer.flaw).toBeUndefined();
        if (answer.status >= 400) {
          expect(withoutKeys(subject.endpoint, await writes.look())).toEqual([]);
          if (answer.status !== 429) unused = good;
          return;
        }
        expect({ status: answer.status, mustBeRefused: mayNot }).toMatchObject({ mustBeRefused: false });
        if (recipe.renews) world.people[recipe.by] = answer.content as SignedInUser;
      });
      await fc.assert(property, { seed: SEED + index, numRuns: EACH });
    },
  );
});

interface Page {
  content: unknown;
}

interface Judged {
  status: number;
  flaw: string | undefined;
  content?: unknown;
}

async function answerTo({ base, endpoint }: Case, request: RawRequest): Promise<Judged> {
  const { method, path, query, headers, body } = request;
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`;
  const sent = { method: method as 'GET', url, headers, ...(body ? { payload: body } : {}) };
  const { app: publicApp, adminApp = publicApp } = world.app.process;
  const app = isOnAdminPort(endpoint) ? adminApp : publicApp;
  const answer = await (endpoint.events ? injectUntilFirstEvent(app, sent) : app.inject(sent));
  const status = answer.statusCode;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500) return { status, flaw: `answered ${answer.payload}` };
  if (status === 200 && method !== 'HEAD') {
    const isJson = String(answer.headers['content-type']).includes('json');
    // A response that is compressed on request contains no session.
    const isPlain = isJson && answer.headers['content-encoding'] === undefined;
    return { status, flaw: undefined, content: isPlain ? answer.json<Page>().content : undefined };
  }
  return { status, flaw: method === 'HEAD' ? undefined : findAnswerFlaw(answer, endpointAt(method, url)) };
}

const routes = CONTRACTS.flatMap(({ base, endpoints }) =>
  Object.values<EndpointShape>(endpoints).map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${base}${endpoint.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]*)')}$`),
  })),
);

/** Returns the matching endpoint, if any: one with fewer parameters comes first. */
function endpointAt(method: string, url: string): EndpointShape | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  return routes
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
    .sort((a, b) => a.pattern.source.split('(').length - b.pattern.source.split('(').length)[0]?.endpoint;
}
