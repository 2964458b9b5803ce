import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';

const BUILD = new URL('../../web/build/', import.meta.url);
const FALLBACK = '__spa-fallback.html';

/** What the build says of its pages: the inline scripts of each file, as CSP hashes. */
const Build = z.object({ scriptHashes: z.record(z.string(), z.array(z.string())) });

/** Serves the built pages: a page of its own where one was rendered, else the shell, which draws every other route. */
export async function mountWeb(app: FastifyInstance): Promise<void> {
  const text = await readFile(new URL('csp.json', BUILD), 'utf8').catch(() => {
    throw new Error('The web app is not built: `npm start` builds it, or run `node apps/web/build.ts`');
  });
  const { scriptHashes } = Build.parse(JSON.parse(text));

  await app.register(staticFiles, {
    root: fileURLToPath(new URL('client/', BUILD)),
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const sendPage = (file: string, reply: FastifyReply) =>
    reply.header('content-security-policy', pagePolicy(scriptHashes[file] ?? [])).sendFile(file);

  app.get('/*', (request: FastifyRequest, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    const own = `${pathOf(request).replace(/^\/+|\/+$/g, '')}/index.html`.replace(/^\//, '');
    return sendPage(own in scriptHashes ? own : FALLBACK, reply);
  });
}

/** A browser that goes to an address asks for HTML; whoever takes anything gets no page in place of a missing file. */
function wantsPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*';
  if ([IDENTITY_BASE, PROJECT_BASE].some((base) => pathOf(request).startsWith(base))) return false;
  // An email address in a path ends like a file name.
  return accepts.includes('text/html') || (accepts.includes('*/*') && !/\.\w{1,5}$/.test(pathOf(request)));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** A strict policy (OWASP ASVS 3.4.3): our own files and the hashed inline scripts of this page, nothing else. */
function pagePolicy(hashes: readonly string[]): string {
  const scripts = ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
