import { randomUUID } from 'node:crypto';
import type { Gateway } from '../world.ts';
import { type Shown, type UssdRequest, ussdGateways } from './gateways.ts';

export interface UssdService {
  gateway: Gateway;
  code: string;
  url: string;
}

export interface Dialler {
  readonly code: string;
  currentScreen(number: string): Shown | undefined;
  dial(number: string): Promise<void>;
  type(number: string, text: string): Promise<void>;
  hangUp(number: string): void;
}

/** Networks show this text when the service fails. */
const CONNECTION_PROBLEM: Shown = { text: 'Connection problem or invalid MMI code.', isLast: true };
const NETWORK_WAITS_MS = 10_000;

export function openDialler({ gateway, code, url }: UssdService): Dialler {
  const sessions = new Map<string, { request: UssdRequest; screen: Shown }>();
  async function sendToService(request: UssdRequest): Promise<void> {
    const { type, body } = ussdGateways[gateway].write(request);
    const signal = AbortSignal.timeout(NETWORK_WAITS_MS);
    const screen = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body, signal })
      .then(async (answer) => (answer.ok ? ussdGateways[gateway].read(await answer.text()) : undefined))
      .catch(() => undefined);
    sessions.set(request.number, { request, screen: screen ?? CONNECTION_PROBLEM });
  }
  return {
    code,
    currentScreen: (number) => sessions.get(number)?.screen,
    dial: (number) => sendToService({ sessionId: randomUUID(), number, code, typed: [] }),
    async type(number, text) {
      const session = sessions.get(number);
      if (session && !session.screen.isLast)
        await sendToService({ ...session.request, typed: [...session.request.typed, text] });
    },
    hangUp: (number) => void sessions.delete(number),
  };
}
