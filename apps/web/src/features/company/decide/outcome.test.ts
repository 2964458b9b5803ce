import type { ErrorCode } from '@app/contracts/errors.ts';
import { expect, it } from 'vitest';
import { networkFailure, problemFailure } from '../../../api/failure.ts';
import { outcomeAfterFailure, outcomeAfterReading } from './outcome.ts';

const refused = (code: ErrorCode, field?: string) =>
  problemFailure(400, { code, content: [{ message: 'No.', ...(field ? { field } : {}) }] });

it.each([
  ['a company that is already decided', refused('COMPANY_ALREADY_DECIDED'), { kind: 'DECIDED' }],
  ['an expired token', refused('TOKEN_NOT_VALID'), { kind: 'NOT_VALID' }],
  ['a malformed id', refused('NO_SUCH_CALL'), { kind: 'NOT_VALID' }],
  ['a token that is too long', refused('INVALID_INPUT', 'token'), { kind: 'NOT_VALID' }],
  ['a reason to correct', refused('INVALID_INPUT', 'reason'), null],
  ['a server error', problemFailure(500, {}), null],
  ['a lost connection', networkFailure('offline'), null],
])('S-108 %s', (_, error, outcome) => {
  expect(outcomeAfterFailure(error)).toEqual(outcome);
});

it.each([
  ['PENDING', true, null],
  ['PENDING', false, { kind: 'OLD', companyName: 'Darko' }],
  ['VERIFIED', false, { kind: 'ACCEPTED', companyName: 'Darko' }],
  ['DECLINED', false, { kind: 'DECLINED', companyName: 'Darko' }],
] as const)('S-108 a link about a company that is %s can decide: %s', (status, canDecide, outcome) => {
  expect(outcomeAfterReading({ companyName: 'Darko', adminVerificationStatus: status, canDecide })).toEqual(
    outcome,
  );
});
