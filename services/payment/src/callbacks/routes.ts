import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { PROVIDERS } from '../provider.ts';
import { storeCallback } from './read-callback.ts';

const MOST_BYTES = 1024 * 1024;

const isSame = (a: string, b: string) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** Providers cannot sign in, so the address contains a secret. */
export async function mountCallbacks(app: FastifyInstance, deps: Deps): Promise<void> {
  const { CALLBACK_KEY: secret } = deps.config;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    async (_: unknown, body: Buffer) => body,
  );
  app.route<{ Params: { provider: string; key: string } }>({
    method: ['POST', 'PUT'],
    url: '/callbacks/:provider/:key',
    schema: { hide: true },
    bodyLimit: MOST_BYTES,
    handler: async (request, reply) => {
      const name = PROVIDERS.find((one) => one === request.params.provider);
      const provider = name && deps.providers[name];
      if (!provider || secret === undefined || !isSame(request.params.key, secret))
        return sendProblem(request, reply, 'NO_SUCH_CALL');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const callback = provider.readCallback(body, request.headers);
      await storeCallback(deps, provider, body, callback);
      return callback.authenticity === 'forged'
        ? sendProblem(request, reply, 'NOT_SIGNED_IN')
        : reply.code(200).send();
    },
  });
}
