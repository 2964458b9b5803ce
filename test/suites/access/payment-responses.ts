import type { paymentContract } from '@app/contracts/payment/contract.ts';
import type { Row } from './access-responses.ts';
import { operationRows } from './operation-rows.ts';

const ownStudy = {
  own: 'DONE',
  foreign: 'STUDY_NOT_FOUND',
  malformed: 'INVALID_INPUT',
} as const satisfies Row;
/** Researchers who may not have budgets use the ids of others. */
const ownBudget = {
  own: 'DONE',
  foreign: 'BUDGET_NOT_FOUND',
  as: { unverified: { own: 'BUDGET_NOT_FOUND' }, declined: { own: 'BUDGET_NOT_FOUND' } },
} as const satisfies Row;
const anyBudget = { own: 'DONE', foreign: 'BUDGET_NOT_FOUND' } as const satisfies Row;

/** A call without a row here does not compile: a new call must declare its outcomes. */
export const rows = {
  quoteBudget: ownStudy,
  // The payer is not among their own.
  fundBudget: { ...ownStudy, at: { source: { foreign: 'INVALID_INPUT' } } },
  sumBudgets: { own: 'DONE' },
  readBudget: ownBudget,
  raiseBudget: { ...ownBudget, at: { source: { foreign: 'INVALID_INPUT', malformed: 'INVALID_INPUT' } } },
  submitPromptCode: ownBudget,
  closeBudget: ownBudget,
  endBudget: anyBudget,
  readCover: anyBudget,
  promisePlaces: anyBudget,
  // The other application is unknown to this service.
  requestPayout: {
    own: 'DONE',
    foreign: 'DONE',
    malformed: 'INVALID_INPUT',
    at: { applicationId: { malformed: 'BUDGET_NOT_FOUND' }, studyId: { foreign: 'BUDGET_NOT_FOUND' } },
  },
  readIncentives: { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' },
  listPayouts: {
    own: 'DONE',
    foreign: 'BUDGET_NOT_FOUND',
    malformed: 'INVALID_INPUT',
    // A participant reads only their own part of a study.
    as: {
      participant: { foreign: 'DONE' },
      otherParticipant: { foreign: 'DONE' },
      newcomer: { foreign: 'DONE' },
    },
  },
  retryPayout: { own: 'DONE', foreign: 'PAYOUT_NOT_FOUND' },
  reportMissing: { own: 'DONE', foreign: 'PAYOUT_NOT_FOUND' },
  confirmAccount: { own: 'DONE', as: { newcomer: { own: 'PROFILE_MISSING' } } },
  lookUpAccount: { own: 'DONE', as: { newcomer: { own: 'PROFILE_MISSING' } } },
  readPaymentEmail: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readOwnSums: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  findObstacles: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readOwnData: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  erasePerson: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  payBonus: { own: 'DONE', foreign: 'PAYOUT_NOT_FOUND', malformed: 'INVALID_INPUT' },
  readStatement: { own: 'DONE' },
  exportStatement: { own: 'DONE' },
  exportStatementWorkbook: { own: 'DONE' },
  readPersonInPaymentAsAdmin: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  ...operationRows,
  readPaymentWorkAsAdmin: { own: 'DONE' },
  readPaymentSettingsAsAdmin: { own: 'DONE' },
  listPaymentsAsAdmin: { own: 'DONE' },
  decidePaymentAsAdmin: { own: 'DONE', foreign: 'PAYOUT_NOT_FOUND' },
  readBalancesAsAdmin: { own: 'DONE' },
  listDifferencesAsAdmin: { own: 'DONE' },
  changeProviderAsAdmin: { own: 'DONE' },
  listMonthsAsAdmin: { own: 'DONE' },
  exportPaymentsAsAdmin: { own: 'DONE' },
  exportLedgerAsAdmin: { own: 'DONE' },
  readSigningKeys: { own: 'DONE' },
} satisfies Record<keyof typeof paymentContract.endpoints, Row>;
