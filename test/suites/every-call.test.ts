// @module-tag embedded-smoke
import { describe, expect, test } from 'vitest';
import { callsThatSucceed, flawOfSuccess } from './responses/find-success-flaw.ts';
import { useWorld } from '../support/samples/world.ts';

const world = useWorld();

// A call that behaves differently on the embedded engine fails here first.
describe('D-33 every call succeeds, and responds as its contract says', () => {
  test.each(callsThatSucceed)('%s', async (_, subject) => {
    expect(await flawOfSuccess(world, subject)).toBeUndefined();
  });
});
