import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { quoteBudget, raiseBudget } from '@app/contracts/payment/budgets.ts';
import type { TestApp } from '@app/test/support/app.ts';
import { INCENTIVE, SOURCE } from '@app/test/support/budgets.ts';

type App = Pick<TestApp, 'call' | 'engine'>;

export const ageFunding = ({ engine }: App, fundingId: string, time: string) =>
  sql`update payment.fundings set created_at = created_at - ${time}::interval where funding_id = ${fundingId}`.execute(
    engine.owner,
  );

export const putFundingInState = ({ engine }: App, fundingId: string, state: string) =>
  sql`update payment.fundings set state = ${state}, next_at = null where funding_id = ${fundingId}`.execute(
    engine.owner,
  );

export const quoteFor = (
  app: App,
  as: SignedInUser,
  studyId: string,
  {
    places,
    incentiveInPesewas = INCENTIVE,
    ...more
  }: {
    places: number;
    incentiveInPesewas?: number;
    bonusInPesewas?: number | undefined;
    screenOutInPesewas?: number;
  },
) => app.call(quoteBudget, { as, body: { studyId, incentiveInPesewas, places, ...more } });

export async function raiseTo(
  app: App,
  as: SignedInUser,
  studyId: string,
  given: { places: number; bonusInPesewas?: number; totalInPesewas?: number; source?: object },
) {
  const { totalInPesewas } = given.totalInPesewas ? given : (await quoteFor(app, as, studyId, given)).content;
  const body = { source: { ...SOURCE }, ...given, totalInPesewas };
  return app.call(raiseBudget, { as, params: { studyId }, body });
}
