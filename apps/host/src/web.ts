import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { InvitationToken } from '@app/contracts/identity/invitations.ts';
import type { StudiesNotice } from '@app/contracts/page-marks.ts';
import type { PublicStudy } from '@app/contracts/project/browsing.ts';
import { Id } from '@app/contracts/endpoint.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { language } from '@app/words/language.ts';
import type { PageSettings } from './fill-page.ts';
import { type OpenStudies, TooManyReaders } from './open-studies.ts';
import { isStudyPath, openPages, pageExpression, pathOfUrl } from './pages.ts';
import { mountSecurityTexts } from './security-texts.ts';

const BUILD = new URL(`../../web/build/${language}/`, import.meta.url);
const FALLBACK = '__spa-fallback.html';
const NOT_FOUND = 'not-found/index.html';
const STUDIES_PAGE = 'open-studies/index.html';
const STUDY_PAGE = 'open-studies/study/index.html';
const OPEN_STUDIES = new RegExp(`^/*${RegExp.escape(paths.openStudies)}/*([^/]*)/*$`, 'i');
const PARTS_PAGE = '/dev/parts';
/** A worker follows the content policy of its own response, not that of the page. */
const SERVICE_WORKER = 'service-worker.js';
const WORKER_CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const Build = z.object({
  scriptHashes: z.record(z.string(), z.array(z.string())),
  pages: z.array(z.string()),
  preloads: z.record(z.string(), z.array(z.string())),
});

interface Web {
  isDemo: boolean;
  origin: string | undefined;
  settings: PageSettings;
  openStudies: OpenStudies;
  keptAssets?: string | undefined;
}

export const ASSETS = fileURLToPath(new URL('client/assets/', BUILD));

export const readBuilt = (file: string): Promise<string> =>
  readFile(new URL(file, BUILD), 'utf8').catch(() => {
    throw new Error('The web app is not built: `npm start` builds it, or run `node apps/web/build.ts`');
  });

async function mountAssets(app: FastifyInstance, keptAssets: string | undefined): Promise<void> {
  const built = { ...staticOptions('client/', keptAssets), index: false as const };
  if (keptAssets === undefined) await app.register(staticFiles, built);
  else {
    // An update may replace the build folder while this process runs, so copies of the assets are served.
    await app.register(staticFiles, { ...built, globIgnore: [...built.globIgnore, 'assets/**'] });
    const keptFiles = { ...built, root: keptAssets, wildcard: true, dotfiles: 'ignore' as const };
    await app.register(staticFiles, { ...keptFiles, prefix: '/assets/', decorateReply: false });
  }
}

export async function mountWeb(
  app: FastifyInstance,
  { isDemo, origin, settings, openStudies, keptAssets }: Web,
): Promise<void> {
  const text = await readBuilt('csp.json');
  const { scriptHashes, pages, preloads } = Build.parse(JSON.parse(text));
  const hasPage = pageExpression(pages);
  const needed = Object.entries(preloads).map(
    ([pattern, scripts]) => [pageExpression([pattern]), scripts] as const,
  );

  await mountAssets(app, keptAssets);
  await mountSecurityTexts(app, origin);

  const files = new Map<string, string>();
  for (const file of Object.keys(scriptHashes))
    files.set(file, await readFile(new URL(`client/${file}`, BUILD), 'utf8'));
  const sendFilled = openPages({ files, origin, settings });
  const sendPage = (file: string, request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('content-security-policy', pagePolicy(scriptHashes[file] ?? []));
    const path =
      file === FALLBACK || file === NOT_FOUND ? undefined : `/${file.replace(/\/?index\.html$/, '')}`;
    const scripts =
      (file === FALLBACK && needed.find(([pattern]) => pattern.test(requestPath(request)))?.[1]) || [];
    return sendFilled({ file, path, scripts, isStudy: isStudyPath(requestPath(request)) }, request, reply);
  };

  if (isDemo) await mountParts(app);

  const sendList = (
    list: PublicStudy[],
    notice: StudiesNotice | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    void reply.header('content-security-policy', pagePolicy(scriptHashes[STUDIES_PAGE] ?? []));
    const path = notice === null ? paths.openStudies : undefined;
    const shown = { list, notice };
    return sendFilled({ file: STUDIES_PAGE, path, scripts: [], isStudy: false, shown }, request, reply);
  };
  const sendStudy = async (id: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!Id.safeParse(id).success) return sendPage(NOT_FOUND, request, reply.code(404));
    const study = await openStudies.find(id, request.ip);
    if (study === undefined)
      return sendList(await openStudies.list(), 'STUDY_GONE', request, reply.code(404));
    void reply.header('content-security-policy', pagePolicy(scriptHashes[STUDY_PAGE] ?? []));
    const path = paths.openStudy(study.id);
    const shown = { study, search: keptQuery(request) };
    return sendFilled({ file: STUDY_PAGE, path, scripts: [], isStudy: false, shown }, request, reply);
  };
  const sendOpenStudies = async (id: string, request: FastifyRequest, reply: FastifyReply) => {
    try {
      if (id !== '') return await sendStudy(id, request, reply);
      return await sendList(await openStudies.list(), null, request, reply);
    } catch (error) {
      if (error instanceof TooManyReaders) {
        const busy = reply.code(429).header('retry-after', 30);
        const known = await openStudies.list().catch(() => []);
        return sendList(known, 'TOO_MANY_READERS', request, busy);
      }
      // After a 503, a search engine comes back later and keeps what it knows.
      return sendList([], null, request, reply.code(503).header('retry-after', 30));
    }
  };

  app.get('/*', (request: FastifyRequest, reply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    const [, studyId] = OPEN_STUDIES.exec(requestPath(request)) ?? [];
    if (studyId !== undefined) return sendOpenStudies(studyId, request, reply);
    const own = `${requestPath(request).replace(/^\/+|\/+$/g, '')}/index.html`.replace(/^\//, '');
    if (hasPage.test(requestPath(request)))
      return sendPage(own in scriptHashes ? own : FALLBACK, request, reply);
    // Only the script can render the shell around a 404 page below /dashboard.
    return sendPage(own.startsWith('dashboard/') ? FALLBACK : NOT_FOUND, request, reply.code(404));
  });
}

/**
 * If these were not cached, browsers would request the favicon at every navigation and the worker at every
 * page load. An outdated worker only keeps old files longer.
 */
const KEPT_SECONDS = { 'icon.svg': 86_400, [SERVICE_WORKER]: 3_600 };

/** Only documents need these headers, not the files of the build (ASVS 3.4.8). */
const OF_DOCUMENTS = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-request-id'];
/**
 * Files of these types need no content policy (CSP 3, 4.1). An SVG file needs one, because a browser can open
 * it as a document.
 */
const HEEDS_NO_CSP = /\.(?:js|css|woff2)(?:\.br|\.gz)?$/;
/** A file whose name contains a hash never changes. */
const VALIDATORS = ['etag', 'last-modified'];

export function staticOptions(folder: string, hashed?: string) {
  const root = fileURLToPath(new URL(folder, BUILD));
  const assets = hashed ?? join(root, 'assets');
  return {
    root,
    wildcard: false,
    // Compressed files and HTML files have no address of their own.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz,html}'],
    cacheControl: false,
    acceptRanges: false,
    setHeaders(reply: FastifyReply, path: string) {
      const isHashed = path.startsWith(join(assets, sep));
      const seconds = Object.entries(KEPT_SECONDS).find(([file]) => path.startsWith(join(root, file)))?.[1];
      const unhashed = seconds === undefined ? 'no-cache' : `public, max-age=${seconds}`;
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : unhashed);
      if (isHashed) for (const name of [...OF_DOCUMENTS, ...VALIDATORS]) void reply.removeHeader(name);
      if (isHashed && HEEDS_NO_CSP.test(path)) void reply.removeHeader('content-security-policy');
      if (path.startsWith(join(root, SERVICE_WORKER)))
        void reply.header('content-security-policy', WORKER_CSP);
    },
  };
}

async function mountParts(app: FastifyInstance): Promise<void> {
  const files = staticOptions('parts/');
  await app.register(staticFiles, { ...files, prefix: `${PARTS_PAGE}/`, index: false, decorateReply: false });
  app.get(PARTS_PAGE, (_request, reply) =>
    reply.header('content-security-policy', pagePolicy([])).sendFile('index.html', files.root),
  );
}

/**
 * A browser that opens a page asks for HTML. Other clients accept any type, and for them a missing file must
 * be a 404.
 */
export function wantsPage(request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*';
  if (CONTRACTS.some(({ base }) => requestPath(request).startsWith(base))) return false;
  // The last part of a path may be an email address, which looks like a file name.
  return (
    accepts.includes('text/html') || (accepts.includes('*/*') && !/\.\w{1,5}$/.test(requestPath(request)))
  );
}

function keptQuery({ query }: FastifyRequest): string {
  const { from, invitation } = query as Readonly<Record<string, unknown>>;
  const allowed = new URLSearchParams();
  if (VIEW_SOURCES.some((source) => source.toLowerCase() === from)) allowed.set('from', String(from));
  if (InvitationToken.safeParse(invitation).success) allowed.set('invitation', String(invitation));
  return allowed.size === 0 ? '' : `?${allowed.toString()}`;
}

const requestPath = (request: FastifyRequest): string => pathOfUrl(request.url);

/** OWASP ASVS 3.4.3 asks for a strict policy. */
export function pagePolicy(hashes: readonly string[]): string {
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
    // A script creates only one script address on pages, that of the service worker.
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ].join('; ');
}
