import { expect } from '@playwright/test';
import type { Relay } from '../support/relay.ts';
import { type Day, firstVisit, runSteps } from './participant-day.ts';

/** The bytes that one step sent and received over the network. */
export interface StepWeight {
  step: string;
  down: number;
  up: number;
}

/** The network is idle when nothing has arrived for this long. */
const REST_MS = 500;

/** Returns all traffic so far, once the network is idle. */
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

/** Runs a participant's first visit through the relay, and measures each step with all its later requests. */
export async function weighFirstVisit(day: Day, relay: Relay): Promise<StepWeight[]> {
  const weights: StepWeight[] = [];
  let before = relay.bytes();
  await runSteps(day, firstVisit, async (step) => {
    const now = await bytesAtRest(relay);
    weights.push({ step, down: now.down - before.down, up: now.up - before.up });
    before = now;
  });
  return weights;
}
