import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { addressSecret, isAddressSecret } from '@app/kit/address-secret.ts';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '@app/kit/problem.ts';
import type { IdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { READERS } from './gateways.ts';
import { renderScreen } from './screens.ts';
import { answerUssdRequest } from './answer-request.ts';

/** Gateways do not sign requests, so the address contains a secret. */
export function ussdUrl(
  config: Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS' | 'PUBLIC_URL' | 'USSD_GATEWAY'>,
): string {
  const secret = addressSecret(config.IDENTITY_SIGNING_KEYS, `ussd ${config.USSD_GATEWAY}`);
  return new URL(`${IDENTITY_BASE}/ussd/${secret}`, config.PUBLIC_URL).href;
}

const MAX_BODY_BYTES = 16 * 1024;

export async function mountUssd(app: FastifyInstance, deps: Deps): Promise<void> {
  const { USSD_GATEWAY: gateway, IDENTITY_SIGNING_KEYS: keys } = deps.config;
  const read = READERS[gateway];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_: unknown, body: string | Buffer) => body.toString(),
  );
  app.route<{ Params: { secret: string } }>({
    method: 'POST',
    url: '/ussd/:secret',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (!read || !isAddressSecret(keys, `ussd ${gateway}`, request.params.secret))
        return sendProblem(request, reply, 'NO_SUCH_CALL');
      const parsed = read(typeof request.body === 'string' ? request.body : '');
      if (!parsed) return sendProblem(request, reply, 'MALFORMED_REQUEST');
      const { dialled } = parsed;
      const screen = dialled ? await answerUssdRequest(deps, gateway, dialled) : renderScreen('AGAIN', {});
      const { type, body } = parsed.answer(screen);
      return reply.type(type).header('cache-control', 'no-store').send(body);
    },
  });
}
