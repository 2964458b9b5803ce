// @module-tag embedded-smoke
import { describe, expect, test } from 'vitest';
import { callsThatSucceed, flawOfSuccess } from './responses/find-success-flaw.ts';
import { useWorld } from '../support/samples/world.ts';

const world = useWorld();

// Where the embedded engine reads or writes differently from a server, the first call that does so shows it.
describe('D-33 every call succeeds, and responds as its contract says', () => {
  test.each(callsThatSucceed)('%s', async (_, subject) => {
    expect(await flawOfSuccess(world, subject)).toBeUndefined();
  });
});
