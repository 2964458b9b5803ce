import type { $ZodRawIssue } from 'zod/v4/core';
import { rule } from '@app/contracts/rule.ts';

/** The rule that an input breaks where its contract names none. */
export function plainRule(issue: $ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return rule('valueRequired');
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return rule('notAnOption');
  if (issue.code === 'too_small' && issue.origin === 'string') return rule('valueRequired');
  if (issue.code === 'too_small') return rule(`min ${Number(issue.minimum)}`);
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    return issue.origin === 'string' ? rule(`maxLength ${most}`) : rule(`max ${most}`);
  }
  return rule('notOfThisKind');
}
