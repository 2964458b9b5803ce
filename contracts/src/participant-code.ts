import * as z from 'zod/mini';
import { rule } from './rule.ts';

/**
 * Researchers see this code instead of a name. It is the same only within a project, so that two researchers
 * cannot compare.
 */
export const ParticipantCode = z.string().check(z.regex(/^P[0-9A-F]{12}$/, rule('notOfThisKind')));
