import type { FastifyInstance } from 'fastify';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { fail } from './problem.ts';

/**
 * Mounts a call that mail programs make by a form (RFC 8058), in a room of its own: no other call takes forms, which pages of others
 * can send. A GET of its address changes nothing, and leads to a page.
 */
export function mountOneClick(
  app: FastifyInstance,
  { path, oneClick }: EndpointShape,
  mount: (room: FastifyInstance) => void,
): void {
  void app.register(async (room) => {
    room.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: 4096 },
      async ({ headers }: { headers: Record<string, unknown> }, body: Buffer<ArrayBuffer>) =>
        Object.fromEntries(await fieldsOf(body, String(headers['content-type']))),
    );
    // No call of the contract: nobody is told of it by the document.
    const schema = { hide: true };
    if (oneClick)
      room.get(path, { schema }, async ({ params }, reply) =>
        reply.redirect(filled(oneClick.page, params), 303),
      );
    mount(room);
  });
}

const filled = (page: string, params: unknown) =>
  page.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  const form = new Response(body, { headers: { 'content-type': type } });
  return form.formData().catch(() => fail('MALFORMED_REQUEST'));
}
