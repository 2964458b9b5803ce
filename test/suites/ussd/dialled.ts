import { randomUUID } from 'node:crypto';
import type { Gateway } from '@app/simulators/world.ts';
import { type Shown, ussdGateways } from '@app/simulators/ussd/gateways.ts';
import { UNITS_PER_PART, toGsm7, countGsm7Units } from '../../../services/identity/src/gsm7.ts';
import { readIdentityConfig } from '../../../services/identity/src/config.ts';
import { ussdUrl } from '../../../services/identity/src/ussd/routes.ts';
import type { TestApp } from '../../support/app.ts';

const CODE = '*920*55#';

/** No test depends on the response time. */
export const ussdSettings = (gateway: Gateway) => ({
  USSD_GATEWAY: gateway,
  USSD_CODE: CODE,
  USSD_ANSWER_MILLISECONDS: 600_000,
});

/** Sends a request to the app without a network. */
export type Inject = (request: { url: string; type: string; body: string }) => Promise<{
  status: number;
  text: string;
}>;

export const injectInto =
  ({ process }: Pick<TestApp, 'process'>): Inject =>
  async ({ url, type, body }) => {
    const { statusCode: status, payload: text } = await process.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': type },
    });
    return { status, text };
  };

export const ussdPath = ({ settings }: Pick<TestApp, 'settings'>, gateway: Gateway) =>
  new URL(ussdUrl({ ...readIdentityConfig(settings), USSD_GATEWAY: gateway })).pathname;

/** A session of a phone: each call sends all input so far, as its gateway does. */
export function openSession(
  inject: Inject,
  {
    url,
    gateway,
    number,
    sessionId = randomUUID(),
  }: {
    url: string;
    gateway: Gateway;
    number: string;
    sessionId?: string;
  },
) {
  const { write, read } = ussdGateways[gateway];
  const typed: string[] = [];
  async function send(sent: readonly string[]): Promise<Shown> {
    const answer = await inject({ url, ...write({ sessionId, number, code: CODE, typed: sent }) });
    const shown = answer.status === 200 ? read(answer.text) : undefined;
    if (!shown) throw new Error(`${gateway} was answered ${answer.status} ${answer.text}`);
    if (toGsm7(shown.text) !== shown.text || countGsm7Units(shown.text) > UNITS_PER_PART)
      throw new Error(`A screen does not fit: ${shown.text}`);
    return shown;
  }
  return {
    dial: () => send([]),
    async press(key: string) {
      typed.push(key);
      return send(typed);
    },
    /** Sends the last request again, or the one after so many keys. */
    again: (many = typed.length) => send(typed.slice(0, many)),
  };
}
