import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REFRESH_COOKIE } from '@app/contracts/identity/sessions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { previewWords } from '@app/words/previews.ts';
import type { StudiesNotice } from '@app/contracts/page-marks.ts';
import type { PublicStudy } from '@app/contracts/project/browsing.ts';
import {
  type PageSettings,
  addPreview,
  dependsOnSession,
  fillPage,
  fillStudies,
  fillStudy,
} from './fill-page.ts';

/** With many slashes, the page expressions would take quadratic time. */
export const pathOfUrl = (url: string): string => (url.split('?', 1)[0] ?? '/').replaceAll(/\/{2,}/g, '/');

/** The browser's router ignores letter case and trailing slashes too. */
export function pageExpression(patterns: readonly string[]): RegExp {
  const sources = patterns.map((pattern) => pattern.split('/').filter(Boolean).map(segmentSource).join(''));
  return new RegExp(`^(?:${sources.join('|')})/*$`, 'i');
}

function segmentSource(segment: string): string {
  if (!segment.startsWith(':')) return RegExp.escape(`/${segment}`);
  return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
}

const encodings = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof encodings | 'plain';

interface Page {
  plain: Buffer;
  tag: string;
  compressed: Map<Encoding, Promise<Buffer>>;
}

async function encodedBody({ plain, compressed }: Page, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'plain') return plain;
  const body = compressed.get(encoding) ?? encodings[encoding](plain);
  compressed.set(encoding, body);
  return body;
}

interface Installation {
  files: ReadonlyMap<string, string>;
  origin: string | undefined;
  settings: PageSettings;
}

interface PageRequest {
  file: string;
  /** Undefined when one file serves many paths. */
  path: string | undefined;
  /** The scripts that the page's own scripts import, loaded early to save a round trip. */
  scripts: readonly string[];
  isStudy: boolean;
  shown?: ShownStudies;
}

type ShownStudies =
  | { list: readonly PublicStudy[]; notice: StudiesNotice | null }
  | { study: PublicStudy; search: string };

const withStudies = (html: string, shown: ShownStudies | undefined) => {
  if (shown === undefined) return html;
  if ('list' in shown) return fillStudies(html, shown.list, shown.notice);
  return fillStudy(html, shown.study, shown.search);
};

export function openPages({ files, origin, settings }: Installation) {
  const pages = new Map<string, Page>();
  const fileText = (file: string) => files.get(file) ?? '';

  function findPage(asked: PageRequest, isSignedIn: boolean): Page {
    const { file, path, scripts, isStudy, shown } = asked;
    const key = `${file} ${isStudy} ${isSignedIn} ${scripts.join()}`;
    const known = shown ? undefined : pages.get(key);
    if (known) return known;
    const filled = fillPage(fileText(file), { settings, isSignedIn });
    const html = addPreview(withStudies(filled, shown), {
      origin,
      path,
      isUnlisted: shown !== undefined && 'study' in shown && !shown.study.isListed,
      preview: isStudy ? previewWords.study : undefined,
    }).replace(
      '</head>',
      () => `${scripts.map((script) => `<link rel="modulepreload" href="${script}"/>`).join('')}</head>`,
    );
    const plain = Buffer.from(html);
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    const page = { plain, tag, compressed: new Map() };
    if (!shown) pages.set(key, page);
    return page;
  }

  return async function sendPage(
    asked: PageRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    // The page contains no personal data, so we only ask whether there is a refresh cookie.
    const isPersonal = dependsOnSession(fileText(asked.file));
    const page = findPage(asked, isPersonal && request.cookies[REFRESH_COOKIE] !== undefined);
    // This page is compressed for one response only, and the highest level of Brotli would take too long.
    const encoding = acceptedEncoding(request, asked.shown ? ['gzip'] : ['br', 'gzip']);
    const etag = `"${page.tag}-${encoding}"`;
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': isPersonal ? 'private, no-cache' : 'no-cache',
      vary: `Accept-Encoding${isPersonal ? ', Cookie' : ''}`,
      ...(encoding === 'plain' ? {} : { 'content-encoding': encoding }),
    });
    // Only a 200 may become a 304, because a 404 must have a body.
    if (reply.statusCode === 200) {
      void reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    }
    return reply.send(await encodedBody(page, encoding));
  };
}

function acceptedEncoding(
  { headers }: FastifyRequest,
  offered: readonly (keyof typeof encodings)[],
): Encoding {
  const accepted = [headers['accept-encoding']].flat().join();
  return offered.find((name) => new RegExp(`\\b${name}\\b`).test(accepted)) ?? 'plain';
}

export const isStudyPath = (path: string) =>
  new RegExp(`^${RegExp.escape(paths.studyApply(''))}[^/]+/*$`, 'i').test(path);
