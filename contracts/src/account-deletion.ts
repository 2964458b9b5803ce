import * as z from 'zod/mini';
import { endpoint, Id } from './endpoint.ts';

/** Each reason is also an error code. */
export const OBSTACLES = [
  'STUDIES_ARE_OPEN',
  'MEETINGS_TO_COME',
  'SUBMISSIONS_WAIT',
  'BUDGET_IS_OPEN',
  'PAYMENT_NOT_FINAL',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

const params = z.object({ userId: Id });

/** The identity service asks each other service before it deletes an account. */
// @__NO_SIDE_EFFECTS__
export function obstaclesEndpoint() {
  return endpoint({
    method: 'GET',
    path: '/people/:userId/obstacles',
    summary: 'List what keeps a person’s account from being deleted; empty if nothing does',
    access: 'SERVICE',
    callers: ['identity'],
    params,
    reply: z.array(z.enum(OBSTACLES)),
    errors: [],
  });
}

/** The identity service repeats this call until it succeeds, and after the person's last token expires. */
// @__NO_SIDE_EFFECTS__
export function erasureEndpoint() {
  return endpoint({
    method: 'DELETE',
    path: '/people/:userId',
    summary: 'Erase the data of a deleted account, and let no late event restore it',
    access: 'SERVICE',
    callers: ['identity'],
    params,
    errors: [],
  });
}
