import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeBudget, readBudget } from '@app/contracts/payment/budgets.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { makeFundedBudget } from '@app/test/support/budgets.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { assertConsistentLedger } from '../../../payment/test/money.ts';
import { planBody } from '#test/studies.ts';

const app = useApp({}, undefined, { withWorkers: false });
let as: SignedInUser;
beforeAll(async () => {
  as = await registerResearcher(app, { verified: true });
});
afterEach(() => assertConsistentLedger(app));

test('a draft that is published and refunded at once is either published with its money or refunded', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const { studyId } = await makeFundedBudget(app, as);
    const params = { id: studyId };
    const body = planBody({ desiredNumberOfParticipants: 10 });
    const [published, closed] = await Promise.all([
      app.call(publishStudy, { as, params, body }),
      app.call(closeBudget, { as, params: { studyId } }),
    ]);
    expect(new Set([published.status, closed.status])).toEqual(new Set([200, 409]));
    const { content } = await app.call(readBudget, { as, params: { studyId } });
    const study = (await app.call(readStudy, { as, params })).content;
    expect([
      study.audience === 'RESEARCHER' && study.state,
      content.state,
      content.promisedInPesewas,
    ]).toEqual(published.status === 200 ? ['PUBLISHED', 'OPEN', 51_000] : ['DRAFT', 'CLOSED', 0]);
  }
});
