import { randomUUID } from 'node:crypto';
import type { Callback, CallbackVariant } from '../callbacks.ts';
import type { Fault } from '../faults.ts';
import { type Gateway, type World, sendCallbacks } from '../world.ts';

const ARRIVES_AFTER_MS = 2_000;

export interface Carried {
  id: string;
  word(): 'Sent' | 'Delivered' | 'Undeliverable';
}

export interface Reported {
  id: string;
  number: string;
  word: 'arrived' | 'lost' | 'under-way' | 'odd';
  isForged: boolean;
}

export async function deliverSimulatedText(
  world: World,
  gateway: Gateway,
  text: { to: string; from: string; text: string },
  report?: (said: Reported) => Callback,
): Promise<Carried> {
  const { book, clock, faults } = world;
  const { to: number, from, text: words } = text;
  const id = randomUUID();
  const has = (fault: Fault) => faults.has(fault, number);
  const phone = world.findPhone(number);
  const isLost = phone?.isActive !== true || has('text-not-delivered');
  if (!isLost) book.send(number, from, words);
  const acceptedAt = clock.now();
  const word = () =>
    clock.now() < acceptedAt + ARRIVES_AFTER_MS ? 'Sent' : isLost ? 'Undeliverable' : 'Delivered';
  if (!report) return { id, word };
  const truth = isLost ? 'lost' : 'arrived';
  const callback = (variant: CallbackVariant): Callback =>
    report({
      id: variant === 'unknown-reference' ? randomUUID() : id,
      number,
      word: reportedStatus(variant, truth, has('text-odd-word')),
      isForged: variant === 'forged',
    });
  const reportAll = () => sendCallbacks(world, gateway, has, [], callback);
  if (has('callback-before-response')) await reportAll();
  else world.callAfter(gateway, ARRIVES_AFTER_MS, reportAll);
  return { id, word };
}

function reportedStatus(
  variant: CallbackVariant,
  truth: 'arrived' | 'lost',
  isOdd: boolean,
): Reported['word'] {
  if (variant === 'pending') return 'under-way';
  if (variant === 'opposite' || variant === 'forged') return truth === 'lost' ? 'arrived' : 'lost';
  return isOdd ? 'odd' : truth;
}
