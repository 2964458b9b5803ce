import { expect } from '@playwright/test';
import type { Relay } from '../support/relay.ts';
import { type Day, firstVisit, walk } from './participant-day.ts';

/** What one step has sent and received, in bytes as the network carried them. */
export interface StepWeight {
  step: string;
  down: number;
  up: number;
}

/** The network is at rest when nothing has come for so long. */
const REST_MS = 500;

/** All that has gone through so far, once nothing more comes. */
export async function bytesAtRest(relay: Relay): Promise<{ down: number; up: number }> {
  let now = { down: Number.NaN, up: Number.NaN };
  const hasMore = () => {
    const { down } = now;
    now = relay.bytes();
    return now.down !== down;
  };
  await expect.poll(hasMore, { intervals: [REST_MS] }).toBe(false);
  return now;
}

/** Walks a participant's first visit through the relay, and weighs each step together with all that follows from it. */
export async function weighFirstVisit(day: Day, relay: Relay): Promise<StepWeight[]> {
  const weights: StepWeight[] = [];
  let before = relay.bytes();
  await walk(day, firstVisit, async (step) => {
    const now = await bytesAtRest(relay);
    weights.push({ step, down: now.down - before.down, up: now.up - before.up });
    before = now;
  });
  return weights;
}
