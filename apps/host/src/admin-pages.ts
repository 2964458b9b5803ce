import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readBuild } from './read-build.ts';
import { pagePolicy, readBuilt, staticOptions, wantsPage } from './web.ts';

/** All addresses of the admin area get the same page. Its script shows the right screen. */
export async function mountAdminPages(app: FastifyInstance, demoScript?: string): Promise<void> {
  const built = await readBuilt('admin/index.html');
  const page =
    demoScript === undefined ? built : built.replace('<head>', `<head><script src="${demoScript}"></script>`);
  await app.register(staticFiles, { ...staticOptions('admin/'), index: false, decorateReply: false });
  // On the public port, /readyz gives the same.
  app.get('/build.json', async () => ({ ...readBuild() }));
  app.get('/*', (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    return reply
      .header('content-security-policy', pagePolicy([]))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
