// @module-tag both-engines
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { flawOf } from './answers/flaw-of.ts';
import { CASES, tokenFor } from '../support/samples/samples.ts';
import { send } from '../support/samples/send.ts';
import { type World, startWorld } from '../support/samples/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Its sample is refused, so that the person stays (services/identity/src/leaving shows the rest). */
const REFUSED = 'leave';
const named = CASES.filter(({ id }) => id !== REFUSED).map(
  (subject) => [`${subject.service} ${subject.id}`, subject] as const,
);

// Where the embedded engine reads or writes differently from a server, the first call that does so shows it.
describe('D-33 every call succeeds, and answers as its contract says', () => {
  test.each(named)('%s', async (_, subject) => {
    const { by, make, renews } = subject.recipe;
    const sample = await make(world, world.people[by]);
    const answer = await send(world.app, subject, sample, await tokenFor(world, subject));
    expect([answer.statusCode < 300 ? 'succeeds' : answer.payload, flawOf(answer, subject.endpoint)]).toEqual(
      ['succeeds', undefined],
    );
    if (renews) world.people[by] = answer.json<{ content: SignedInUser }>().content;
  });
});
