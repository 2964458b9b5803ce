import { vi } from 'vitest';
import { textSettings } from '@app/demo/provider-settings.ts';
import { type Alone, startAlone } from '@app/simulators/standalone.ts';
import type { Message } from '@app/simulators/wallets.ts';
import { type Clock, machineClock } from '@app/simulators/clock.ts';
import { inventStranger } from '@app/simulators/world.ts';
import { findBrokenWords } from './broken-words.ts';

/** The phones that receive text messages in tests, like the mailbox for emails. */
export interface TextPhones {
  alone: Alone;
  /** The settings by which an identity service sends its messages to them. */
  settings: Record<string, string>;
  /** Returns the messages to a number, newest first. */
  read(number: string): readonly Message[];
  /** Waits for the first message, or the one after so many, and returns its text. */
  next(number: string, after?: number): Promise<string>;
  stop(): Promise<void>;
}

const LOOK_MS = 20;
const LONGEST_MS = 30_000;

/**
 * Starts a simulated gateway over HTTP, for `startTestApp({ ...phones.settings })`. Every number of a network
 * is a phone.
 */
export async function startTextPhones(clock: Clock = machineClock()): Promise<TextPhones> {
  const alone = await startAlone({ seed: 1, clock, strangers: inventStranger });
  const read = (number: string) => {
    const messages = alone.world.book.messages(number);
    const broken = messages.flatMap(({ text }) => findBrokenWords(text) ?? []);
    if (broken.length > 0) throw new Error(`A text shows a missing value: ${broken.join('; ')}`);
    return messages;
  };
  return {
    alone,
    settings: textSettings(alone.providers()),
    read,
    next: (number, after = 0) =>
      vi.waitFor(
        () => {
          const message = read(number).at(-1 - after);
          if (!message) throw new Error('No text has come');
          return message.text;
        },
        { timeout: LONGEST_MS, interval: LOOK_MS },
      ),
    stop: () => alone.stop(),
  };
}
