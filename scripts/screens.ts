/** Pictures of the main screens for docs/screens, at a phone's and a desk's width: `npm run screens`. */
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/contracts/demo-people.ts';
import { chromiumArgs, findChromium } from '../test/machine/chromium.ts';
import { fillStudy } from '../test/e2e/steps.ts';
import { startProduct } from '../test/product.ts';
import { buildWeb } from './web-build.ts';

type Who = keyof typeof DEMO_PEOPLE | 'nobody';
type Ids = { project: string; study: string; openStudy: string };

const FOLDER = 'docs/screens';
const widths = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 860 } };

const screens: { name: string; as: Who; path: (ids: Ids) => string }[] = [
  { name: 'home', as: 'nobody', path: () => '/' },
  { name: 'about', as: 'nobody', path: () => '/about' },
  { name: 'privacy', as: 'nobody', path: () => '/privacy-policy' },
  { name: 'log-in', as: 'nobody', path: () => '/login' },
  { name: 'sign-up', as: 'nobody', path: () => '/signup' },
  { name: 'check-email', as: 'nobody', path: () => '/verifying-confirmation/esi@example.com' },
  { name: 'not-found', as: 'nobody', path: () => '/no-such-page' },
  { name: 'projects', as: 'ama', path: () => '/dashboard/projects' },
  { name: 'project', as: 'ama', path: ({ project }) => `/dashboard/project/${project}` },
  { name: 'project-settings', as: 'ama', path: ({ project }) => `/dashboard/project-settings/${project}` },
  { name: 'study-details', as: 'ama', path: ({ project }) => `/dashboard/create-study/${project}` },
  { name: 'applicants', as: 'ama', path: ({ study }) => `/dashboard/study-applicants/${study}` },
  { name: 'kyc', as: 'yaw', path: () => '/dashboard/kyc' },
  { name: 'first-log-in', as: 'yaw', path: () => '/dashboard/projects' },
  { name: 'set-up', as: 'kofi', path: () => '/dashboard/participant-setup' },
  { name: 'browse', as: 'abena', path: () => '/dashboard/browse-studies' },
  { name: 'apply', as: 'abena', path: ({ openStudy }) => `/dashboard/study-apply/${openStudy}` },
  { name: 'my-studies', as: 'abena', path: () => '/dashboard/studies' },
  { name: 'accounts', as: 'abena', path: () => '/dashboard/accounts' },
  { name: 'help', as: 'abena', path: () => '/dashboard/help' },
];

buildWeb();
mkdirSync(FOLDER, { recursive: true });
const product = await startProduct('one process, embedded database');
const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs] });
try {
  const ids = await findIds();
  for (const [width, viewport] of Object.entries(widths)) {
    for (const { name, as, path } of screens) {
      const page = await visit(browser, as, viewport);
      await page.goto(product.url + path(ids), { waitUntil: 'networkidle' });
      await page.screenshot({ path: `${FOLDER}/${name}-${width}.png` });
      await page.close();
    }
    const page = await visit(browser, 'ama', viewport);
    await openPublishStage(page, ids.project);
    await page.screenshot({ path: `${FOLDER}/publish-${width}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
}

async function logIn(as: keyof typeof DEMO_PEOPLE): Promise<{ token: string }> {
  const answer = await fetch(`${product.url}${IDENTITY_BASE}/auth/login/email-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_PEOPLE[as].email, password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { content: { token: string } }).content;
}

async function visit(from: Browser, as: Who, viewport: { width: number; height: number }): Promise<Page> {
  const page = await from.newPage({
    viewport,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    reducedMotion: 'reduce',
  });
  if (as === 'nobody') return page;
  const user = JSON.stringify(await logIn(as));
  await page.addInitScript((stored) => localStorage.setItem('user', stored), user);
  return page;
}

async function read<T>(token: string, path: string): Promise<T[]> {
  const answer = await fetch(`${product.url}${PROJECT_BASE}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { content: T[] }).content;
}

/** A project with studies, its study with most applicants, and a study that Abena may apply to. */
async function findIds(): Promise<Ids> {
  const ama = await logIn('ama');
  const projects = await read<{ id: string; studyCount: number }>(ama.token, '/projects');
  const project = projects.toSorted((a, b) => b.studyCount - a.studyCount)[0]?.id ?? '';
  const studies = await read<{ id: string; appliedCount: number }>(ama.token, `/projects/${project}/studies`);
  const study = studies.toSorted((a, b) => b.appliedCount - a.appliedCount)[0]?.id ?? '';
  const abena = await logIn('abena');
  const open = await read<{ id: string }>(abena.token, '/studies');
  return { project, study, openStudy: open[0]?.id ?? '' };
}

/** A study filled in up to the press that publishes it. */
async function openPublishStage(page: Page, project: string): Promise<void> {
  await page.goto(`${product.url}/dashboard/project/${project}`, { waitUntil: 'networkidle' });
  await fillStudy(page, { name: 'Market round', publicName: 'Paying at the market' });
}
