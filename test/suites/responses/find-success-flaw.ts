import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Case, CASES, tokenFor } from '../../support/samples/samples.ts';
import { send } from '../../support/samples/send.ts';
import type { World } from '../../support/samples/world.ts';
import { findAnswerFlaw } from './find-flaw.ts';

/**
 * Includes every call except `deleteOwnAccount`, whose sample is refused, so that the person stays
 * (services/identity/src/account-deletion tests it).
 */
export const callsThatSucceed = CASES.filter(({ id }) => id !== 'deleteOwnAccount').map(
  (subject) => [`${subject.service} ${subject.id}`, subject] as const,
);

/** Makes the call with its sample; returns undefined if it succeeds and matches its contract. */
export async function flawOfSuccess(world: World, subject: Case): Promise<string | undefined> {
  const { by, make, renews } = subject.recipe;
  const sample = await make(world, world.people[by]);
  const answer = await send(world.app, subject, sample, await tokenFor(world, subject));
  if (answer.statusCode >= 300) return answer.payload;
  if (renews) world.people[by] = answer.json<{ content: SignedInUser }>().content;
  return findAnswerFlaw(answer, subject.endpoint);
}
