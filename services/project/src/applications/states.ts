import type { Decision } from '@app/contracts/project/applicants.ts';
import type { ApplicationStatus } from '../schema.ts';

/** From which status an application comes to each. */
export const COMES_FROM = {
  ACCEPTED: ['PENDING'],
  DECLINED: ['PENDING'],
  PENDING: ['ACCEPTED', 'DECLINED'],
} as const satisfies Record<Decision['status'], ApplicationStatus[]>;

export function canBecome(wanted: Decision['status'], status: ApplicationStatus): boolean {
  return COMES_FROM[wanted].some((from) => from === status);
}
