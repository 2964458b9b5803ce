import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from '../../scripts/install.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

export interface Report {
  /** The order is performance, accessibility, best practices, SEO; the maximum is 100. */
  scores: number[];
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  /** Bytes by resource kind, as transferred, with headers. */
  bytes: Record<string, number>;
}

interface Fetched {
  resourceType?: string;
  transferSize: number;
}

/** Only these parts of Lighthouse's result are read. */
interface Result {
  runtimeError?: { message: string };
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: Fetched[] } }
  >;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

/** It has more than a hundred packages, so only this benchmark installs them. */
const dir = join(import.meta.dirname, '..', '..', 'tools', 'lighthouse');
await install(dir, 'Lighthouse');
const main = join(dir, 'node_modules', 'lighthouse', 'core', 'index.js');
const { default: lighthouse } = (await import(pathToFileURL(main).href)) as {
  default: (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;
};

/** Lighthouse's default phone: slow 4G (1.6 Mbit/s, 150 ms) and a quarter of the processor speed. */
const phone = {
  onlyCategories: CATEGORIES,
  formFactor: 'mobile',
  throttlingMethod: 'simulate',
  logLevel: 'silent',
};

/** A busy machine sometimes loses the start of a trace; such a run is repeated. */
async function run(url: string, port: number, triesLeft = 3): Promise<Result> {
  const { lhr } = (await lighthouse(url, { ...phone, port })) ?? {};
  if (lhr && !lhr.runtimeError) return lhr;
  if (triesLeft === 0) throw new Error(`${url}: ${lhr?.runtimeError?.message}`);
  return run(url, port, triesLeft - 1);
}

async function measureOnce(url: string, port: number): Promise<Report> {
  const { audits, categories } = await run(url, port);
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const fetched = audits['network-requests']?.details?.items ?? [];
  const bytes: Record<string, number> = {};
  for (const { resourceType = 'Other', transferSize } of fetched)
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  for (const id of CATEGORIES) {
    for (const { id: audit, weight } of categories[id]?.auditRefs ?? []) {
      const { score, title } = audits[audit] ?? {};
      if (id !== 'performance' && weight > 0 && typeof score === 'number' && score < 1)
        process.stdout.write(`${url}: ${title}\n`);
    }
  }
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    largestPaintMs: number('largest-contentful-paint'),
    blockedMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    bytes,
  };
}

/** Returns the round with the median performance, then the median largest paint. */
export async function measurePage(url: string, port: number): Promise<Report> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await measureOnce(url, port));
  const rank = ({ scores, largestPaintMs }: Report) => largestPaintMs - 1e6 * scores[0]!;
  return reports.toSorted((one, other) => rank(one) - rank(other))[Math.floor(ROUNDS / 2)]!;
}
