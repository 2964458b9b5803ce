import { sql } from 'kysely';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { paymentContract } from '@app/contracts/payment/contract.ts';
import {
  INCENTIVE,
  PLACES,
  requestFundingByCode,
  fundBody,
  makeFundedBudget,
  raiseTotal,
} from '../budgets.ts';
import { makeUnsentPayout, makeStudyWithPromisedPlaces, putInState } from '../payouts.ts';
import { makeDraft, makeProject } from '../../../services/project/test/studies.ts';
import { operationRecipes } from './admin-operations.ts';
import { type Recipe, fixed, isSame } from './recipe.ts';
import type { World } from './world.ts';

const owningResearcher = ({ people }: World, me: SignedInUser) =>
  isSame(me, people.otherResearcher) ? me : people.researcher;
const otherOwner = ({ people }: World, me: SignedInUser) =>
  isSame(me, people.otherResearcher) ? people.researcher : people.otherResearcher;

const makePaidDraftId = async ({ app }: World, owner: SignedInUser) => {
  const { id: projectId } = await makeProject(app, owner);
  return (await makeDraft(app, owner, { projectId, incentive: INCENTIVE / 100 })).id;
};
const foreignDraft: Recipe['foreign'] = (world, me) => makePaidDraftId(world, otherOwner(world, me));
const foreignBudget: Recipe['foreign'] = async (world, me) =>
  (await makeFundedBudget(world.app, otherOwner(world, me))).studyId;

const ownBudget = async (world: World, me: SignedInUser) => ({
  params: { studyId: (await makeFundedBudget(world.app, owningResearcher(world, me))).studyId },
});
/** Another service may read all budgets alike. */
const noBudget: Recipe['foreign'] = async () => crypto.randomUUID();

const otherThan = ({ people }: World, me: SignedInUser) =>
  isSame(me, people.participant) ? people.otherParticipant : people.participant;
/** Returns a payment of the caller, or of another participant, in this state. */
const payoutIn = async (world: World, participant: SignedInUser, state: string) => {
  const { researcher } = world.people;
  const { payoutId } = await makeUnsentPayout(world.app, { researcher, participant });
  await putInState(world.app, payoutId, state);
  return payoutId;
};
const payoutRecipe = (state: string): Pick<Recipe, 'make' | 'foreign'> => ({
  make: async (world, me) => ({ params: { id: await payoutIn(world, me, state) } }),
  foreign: (world, me) => payoutIn(world, otherThan(world, me), state),
});
/** Creates an application in a study with money for more. */
const makeApplicationToPay = async ({ app, people }: World, researcher: SignedInUser) => {
  const studyId = await makeStudyWithPromisedPlaces(app, researcher, PLACES - 1);
  return (await makeUnsentPayout(app, { researcher, participant: people.participant }, studyId))
    .applicationId;
};

export const recipes = {
  quoteBudget: {
    by: 'researcher',
    make: async (world, me) => {
      const {
        source: _,
        totalInPesewas: __,
        ...body
      } = fundBody(await makePaidDraftId(world, owningResearcher(world, me)));
      return { body };
    },
    foreign: foreignDraft,
  },
  fundBudget: {
    by: 'researcher',
    make: async (world, me) => ({
      body: fundBody(await makePaidDraftId(world, owningResearcher(world, me))),
    }),
    foreign: foreignDraft,
  },
  sumBudgets: { by: 'researcher', make: () => ({}) },
  readBudget: { by: 'researcher', make: ownBudget, foreign: foreignBudget },
  raiseBudget: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownBudget(world, me)),
      body: {
        places: PLACES * 2,
        totalInPesewas: raiseTotal(PLACES * 2, 51_000),
        source: { kind: 'CARD_OR_BANK' },
      },
    }),
    foreign: foreignBudget,
  },
  submitPromptCode: {
    by: 'researcher',
    make: async (world, me) => ({
      params: { studyId: await requestFundingByCode(world.app, owningResearcher(world, me)) },
      body: { code: '123456' },
    }),
    foreign: (world, me) => requestFundingByCode(world.app, otherOwner(world, me)),
  },
  closeBudget: { by: 'researcher', make: ownBudget, foreign: foreignBudget },
  endBudget: { by: 'researcher', make: ownBudget, foreign: noBudget },
  readCover: { by: 'researcher', make: ownBudget, foreign: noBudget },
  promisePlaces: {
    by: 'researcher',
    make: async (world, me) => ({
      ...(await ownBudget(world, me)),
      body: { incentiveInPesewas: INCENTIVE, places: PLACES },
    }),
    foreign: noBudget,
  },
  requestPayout: {
    by: 'participant',
    make: async (world, { userId }) => ({
      params: { applicationId: crypto.randomUUID() },
      body: {
        version: 1,
        studyId: await makeStudyWithPromisedPlaces(world.app, world.people.researcher),
        participantId: userId,
        participantCode: 'P0123456789AB',
        kind: 'INCENTIVE',
        amountInPesewas: INCENTIVE,
      },
    }),
    foreign: noBudget,
  },
  readIncentives: {
    by: 'researcher',
    make: fixed({ body: { applicationIds: [crypto.randomUUID()] } }),
    foreign: async () => crypto.randomUUID(),
  },
  listPayouts: {
    by: 'participant',
    make: (_, { userId }) => ({ query: { participantId: userId, page: '0', size: '10' } }),
    foreign: async ({ app, people }, me) =>
      (
        await makeFundedBudget(
          app,
          isSame(me, people.researcher) ? people.otherResearcher : people.researcher,
        )
      ).studyId,
  },
  retryPayout: { by: 'participant', ...payoutRecipe('ACTION_NEEDED') },
  reportMissing: { by: 'participant', ...payoutRecipe('SUCCEEDED') },
  payBonus: {
    by: 'researcher',
    make: async (world, me) => ({
      body: {
        applicationId: await makeApplicationToPay(world, owningResearcher(world, me)),
        amountInPesewas: 1,
        reason: 'Stayed longer',
      },
    }),
    foreign: (world, me) => makeApplicationToPay(world, otherOwner(world, me)),
  },
  readStatement: { by: 'participant', make: fixed({ params: { year: '2026' } }) },
  exportStatement: { by: 'participant', make: fixed({ params: { year: '2026' } }) },
  exportStatementWorkbook: { by: 'participant', make: fixed({ params: { year: '2026' } }) },
  lookUpAccount: { by: 'participant', make: fixed() },
  confirmAccount: { by: 'participant', make: fixed() },
  readPaymentEmail: {
    by: 'participant',
    make: (_, { userId }) => ({ params: { userId, kind: 'PAYMENT_MADE', about: crypto.randomUUID() } }),
  },
  readOwnSums: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  findObstacles: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  readOwnData: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  // This person does not exist: later tests need the others.
  erasePerson: {
    by: 'participant',
    make: fixed({ params: { userId: crypto.randomUUID() } }),
    foreign: async () => crypto.randomUUID(),
  },
  readPersonInPaymentAsAdmin: { by: 'participant', make: (_, { userId }) => ({ params: { userId } }) },
  ...operationRecipes('payment'),
  readPaymentWorkAsAdmin: { by: 'participant', make: fixed() },
  readPaymentSettingsAsAdmin: { by: 'participant', make: fixed() },
  listPaymentsAsAdmin: { by: 'spare', make: fixed({ query: { group: 'REVIEW' } }) },
  decidePaymentAsAdmin: {
    by: 'spare',
    make: async (world) => ({
      params: { id: await payoutIn(world, world.people.participant, 'REVIEW') },
      body: { decision: 'ASK', attempts: 0 },
    }),
    foreign: async () => crypto.randomUUID(),
  },
  readBalancesAsAdmin: { by: 'spare', make: fixed() },
  listDifferencesAsAdmin: { by: 'spare', make: fixed() },
  changeProviderAsAdmin: {
    by: 'spare',
    make: async ({ app }) => {
      const { rows } = await sql<{ at: Date }>`
        insert into payment.pauses (provider, reason) values ('mtn', 'OPERATOR')
        on conflict (provider) do update set reason = excluded.reason returning at`.execute(app.engine.owner);
      const since = rows[0]?.at.toISOString() ?? '';
      return { params: { provider: 'mtn' }, body: { change: 'RESUME', since } };
    },
  },
  listMonthsAsAdmin: { by: 'spare', make: fixed() },
  exportPaymentsAsAdmin: { by: 'spare', make: fixed({ params: { month: '2026-11' } }) },
  exportLedgerAsAdmin: { by: 'spare', make: fixed({ params: { month: '2026-11' } }) },
  readSigningKeys: { by: 'participant', make: fixed() },
} satisfies Record<keyof typeof paymentContract.endpoints, Recipe>;
