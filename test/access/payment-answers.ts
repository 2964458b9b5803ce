import type { paymentContract } from '@app/contracts/payment/contract.ts';
import type { Row } from './access-answers.ts';

const ownStudy = {
  own: 'DONE',
  foreign: 'STUDY_NOT_FOUND',
  malformed: 'INVALID_INPUT',
} as const satisfies Row;
/** Researchers who may have no budgets name those of others. */
const ownBudget = {
  own: 'DONE',
  foreign: 'BUDGET_NOT_FOUND',
  as: { unverified: { own: 'BUDGET_NOT_FOUND' }, declined: { own: 'BUDGET_NOT_FOUND' } },
} as const satisfies Row;
const anyBudget = { own: 'DONE', foreign: 'BUDGET_NOT_FOUND' } as const satisfies Row;

/** A call that has no row here does not compile: whoever adds one says what it answers. */
export const rows = {
  quoteBudget: ownStudy,
  fundBudget: ownStudy,
  readBudget: ownBudget,
  raiseBudget: ownBudget,
  closeBudget: ownBudget,
  readCover: anyBudget,
  promisePlaces: anyBudget,
  readSigningKeys: { own: 'DONE' },
} satisfies Record<keyof typeof paymentContract.endpoints, Row>;
