import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { fundBudget } from '@app/contracts/payment/budgets.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { fundBody } from '@app/test/support/budgets.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { makeDraft, makeProject } from '../../../project/test/studies.ts';

const RESEARCHERS = 5;
let app: TestApp;
let other: TestApp['call'];
beforeAll(async () => {
  const limits = { PROMPTS_PER_NUMBER_PER_HOUR: 3, PROMPTS_PER_RESEARCHER_PER_HOUR: 7 };
  app = await startTestApp(limits, undefined, { withWorkers: false });
  other = await app.startNode();
});
afterAll(() => app.close());

let numbers = 0;
const newNumber = () => `+23324${1_000_000 + (numbers += 1)}`;

/** Funds a draft of each of these researchers, concurrently on two nodes. */
async function askAtOnce(of: SignedInUser[], nextNumber: () => string): Promise<Record<string, number>> {
  const projects = await Promise.all(of.map((one) => makeProject(app, one)));
  const outcomes = await Promise.all(
    Array.from({ length: CALLERS }, async (_, at) => {
      const as = of[at % of.length]!;
      const { id } = await makeDraft(app, as, { projectId: projects[at % of.length]!.id, incentive: 50 });
      return { as, body: { ...fundBody(id), source: { network: 'MTN', phoneNumber: nextNumber() } } };
    }),
  );
  const answers = await Promise.all(
    outcomes.map((call, at) => (at % 2 === 0 ? app.call : other)(fundBudget, call)),
  );
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const outcome = status === 202 ? 'ASKED' : String(json['code']);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test('A3 CON-3 of many concurrent prompts to one number, three are sent', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const number = newNumber();
    const people = await Promise.all(
      Array.from({ length: RESEARCHERS }, () => registerResearcher(app, { verified: true })),
    );
    expect(await askAtOnce(people, () => number)).toEqual({ ASKED: 3, NUMBER_LEFT_ALONE: CALLERS - 3 });
  }
});

test('A3 CON-3 of many concurrent prompts by one researcher, those within the limit are sent', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const researcher = await registerResearcher(app, { verified: true });
    expect(await askAtOnce([researcher], newNumber)).toEqual({ ASKED: 7, PROMPTS_USED_UP: CALLERS - 7 });
  }
});
