import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from '../../scripts/install.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

export interface Report {
  /** Performance, accessibility, best practices, SEO; of 100. */
  scores: number[];
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  /** By kind, as sent with its headers. */
  bytes: Record<string, number>;
}

interface Fetched {
  resourceType?: string;
  transferSize: number;
}

/** What is read of Lighthouse's own result. */
interface Result {
  runtimeError?: { message: string };
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: Fetched[] } }
  >;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

/** More than a hundred packages, so only those who measure install them. */
const dir = join(import.meta.dirname, '..', '..', 'tools', 'lighthouse');
await install(dir, 'Lighthouse');
const main = join(dir, 'node_modules', 'lighthouse', 'core', 'index.js');
const { default: lighthouse } = (await import(pathToFileURL(main).href)) as {
  default: (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;
};

/** Lighthouse's own phone: slow 4G (1.6 Mbit/s, 150 ms) and a processor of a quarter of the speed. */
const phone = {
  onlyCategories: CATEGORIES,
  formFactor: 'mobile',
  throttlingMethod: 'simulate',
  logLevel: 'silent',
};

/** A busy machine sometimes loses the beginning of a trace; such a run measured nothing. */
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

/** The round in the middle by its performance, then by its largest paint. */
export async function measurePage(url: string, port: number): Promise<Report> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await measureOnce(url, port));
  const rank = ({ scores, largestPaintMs }: Report) => largestPaintMs - 1e6 * scores[0]!;
  return reports.toSorted((one, other) => rank(one) - rank(other))[Math.floor(ROUNDS / 2)]!;
}
