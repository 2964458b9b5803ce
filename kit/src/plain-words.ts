import type { $ZodRawIssue } from 'zod/v4/core';
import { validation } from '@app/contracts/messages/validation.ts';

/** What a person reads of an input that the contract has no words of its own for. */
export function plainWords(issue: $ZodRawIssue): string | undefined {
  if (issue.input === undefined || issue.input === null) return validation.valueRequired;
  if (issue.code === 'invalid_type' || issue.code === 'invalid_format') return validation.notOfThisKind;
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return validation.notAnOption;
  if (issue.code === 'too_small' && issue.origin === 'string') return validation.valueRequired;
  if (issue.code === 'too_small') return validation.min(Number(issue.minimum));
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    return issue.origin === 'string' ? validation.maxLength(most) : validation.max(most);
  }
  return undefined;
}
