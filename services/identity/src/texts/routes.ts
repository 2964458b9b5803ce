import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { addressSecret, isAddressSecret } from '@app/kit/address-secret.ts';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '@app/kit/problem.ts';
import type { IdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { recordReport } from './queries.ts';

type Keys = Pick<IdentityConfig, 'IDENTITY_SIGNING_KEYS'>;

/** Some gateways allow only one address for the reports of all texts. */
export const ANY_TEXT = 'any';

const named = (of: string) => `text report ${of}`;

/** Gateways do not sign reports, so the address contains a secret. */
export function reportUrl(config: Keys & Pick<IdentityConfig, 'PUBLIC_URL'>, of: string): string {
  const path = `${IDENTITY_BASE}/text-reports/${of}/${addressSecret(config.IDENTITY_SIGNING_KEYS, named(of))}`;
  return new URL(path, config.PUBLIC_URL).href;
}

const isReportSecret = ({ IDENTITY_SIGNING_KEYS }: Keys, of: string, secret: string): boolean =>
  isAddressSecret(IDENTITY_SIGNING_KEYS, named(of), secret);

const MAX_BODY_BYTES = 16 * 1024;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Reports are not signed, and may come several times or never. So a report can only move a text to a later
 * state, and it never causes a text.
 */
export async function mountTextReports(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_: unknown, body: string | Buffer) => body.toString(),
  );
  app.route<{ Params: { of: string; secret: string }; Querystring: Record<string, string> }>({
    method: ['GET', 'POST'],
    url: '/text-reports/:of/:secret',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { of, secret } = request.params;
      const isKnown = (of === ANY_TEXT || UUID.test(of)) && isReportSecret(deps.config, of, secret);
      if (!isKnown || !deps.gateway) return sendProblem(request, reply, 'NO_SUCH_CALL');
      const body = typeof request.body === 'string' ? request.body : '';
      const given = { ...request.query, ...Object.fromEntries(new URLSearchParams(body)) };
      const report = deps.gateway.readReport?.(given);
      if (report?.state)
        await recordReport(deps.db, {
          gateway: deps.gateway.name,
          textId: of === ANY_TEXT ? undefined : of,
          gatewayId: report.gatewayId,
          state: report.state,
        });
      return reply.code(200).send();
    },
  });
}
