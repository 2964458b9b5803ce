import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { promisePlaces } from '@app/contracts/payment/budgets.ts';
import { requestPayout } from '@app/contracts/payment/payouts.ts';
import type { TestApp } from './app.ts';
import { INCENTIVE, PLACES, makeFundedBudget } from './budgets.ts';
import { serviceToken } from './samples/world.ts';
import type { Deps } from '../../services/payment/src/deps.ts';
import { advancePayout } from '../../services/payment/src/payouts/sending/advance-payout.ts';

type App = Pick<TestApp, 'call' | 'engine' | 'settings'>;
type Person = Pick<SignedInUser, 'userId'>;

const asProject = async (app: App) => ({ token: await serviceToken({ app }, 'project', 'payment') });

/** Advances the payout as if it were due. */
export async function advancePayoutNow(
  { engine }: Pick<App, 'engine'>,
  deps: Deps,
  payoutId: string,
): Promise<void> {
  await sql`update payment.payouts set next_at = now() where payout_id = ${payoutId} and next_at is not null`.execute(
    engine.owner,
  );
  await advancePayout(deps, { payoutId });
}

/** Creates a study with ten paid places, all promised unless a number is given. */
export async function makeStudyWithPromisedPlaces(
  app: App,
  researcher: SignedInUser,
  places = PLACES,
): Promise<string> {
  const { studyId } = await makeFundedBudget(app, researcher);
  await app.call(promisePlaces, {
    as: await asProject(app),
    params: { studyId },
    body: { incentiveInPesewas: INCENTIVE, places },
  });
  return studyId;
}

export interface UnsentPayout {
  studyId: string;
  applicationId: string;
  payoutId: string;
}

/** Tests of the payment service alone have no application, so its id gives the code. */
export const codeForTest = (applicationId: string) => `P${applicationId.slice(-12).toUpperCase()}`;

/** Requests a payout as the project service does. */
export async function requestPayoutAsProject(
  app: App,
  { studyId, applicationId, participant }: { studyId: string; applicationId: string; participant: Person },
  { version = 1, amountInPesewas = INCENTIVE, kind = 'INCENTIVE' } = {},
) {
  const participantCode = codeForTest(applicationId);
  const body = {
    version,
    studyId,
    participantId: participant.userId,
    participantCode,
    kind,
    amountInPesewas,
  };
  return app.call(requestPayout, { as: await asProject(app), params: { applicationId }, body });
}

/** Creates a payment that a participant is entitled to and that has not been sent. */
export async function makeUnsentPayout(
  app: App,
  { researcher, participant }: { researcher: SignedInUser; participant: Person },
  inStudy?: string,
): Promise<UnsentPayout> {
  const studyId = inStudy ?? (await makeStudyWithPromisedPlaces(app, researcher));
  const applicationId = crypto.randomUUID();
  const answer = await requestPayoutAsProject(app, { studyId, applicationId, participant });
  if (answer.status !== 200) throw new Error(`Owing answered ${JSON.stringify(answer.json)}`);
  const { rows } = await sql<{ id: string }>`
    select payout_id as id from payment.payouts where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  return { studyId, applicationId, payoutId: rows[0]?.id ?? '' };
}

/** Sets this state directly. */
export async function putInState(
  { engine }: Pick<App, 'engine'>,
  payoutId: string,
  state: string,
): Promise<void> {
  await sql`update payment.payouts set state = ${state}, next_at = null where payout_id = ${payoutId}`.execute(
    engine.owner,
  );
}
