import { chromium } from '@playwright/test';
import { findChromium, chromiumArgs } from './test/machine/chromium.ts';
const base = 'http://localhost:4102';
const only = process.argv[2];
const executablePath = await (findChromium as any)();
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
const login = async (email: string) =>
  (
    await (
      await fetch(base + '/mui-identity-service/api/v1/auth/login/email-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ email, password: 'research-2026' }),
      })
    ).json()
  ).content;
const ama = await login('ama.researcher@demo.test');
const api = async (p: string, init: any = {}) =>
  await (
    await fetch(base + '/mui-project-service/api/v1' + p, {
      ...init,
      headers: {
        authorization: 'Bearer ' + ama.token,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
    })
  ).json();
const projects = (await api('/projects')).content;
let studies: any[] = [];
for (const p of projects) studies.push(...(await api(`/projects/${p.id}/studies`)).content);
const published = studies
  .filter((s) => s.state === 'PUBLISHED')
  .sort((a, b) => b.pendingCount - a.pendingCount)[0];
const waiting = (await api('/studies/applications/waiting?size=8')).content;
const press = (name: any) => async (page: any) => {
  await page.getByRole('button', { name }).first().click();
  await page.waitForTimeout(700);
};
const pages: Record<string, [string, ((page: any) => Promise<void>)?]> = {
  projects: ['/dashboard/projects'],
  project: [`/dashboard/project/${published.projectId}`],
  study: [`/dashboard/study/${published.id}`],
  share: [`/dashboard/study/${published.id}`, press('Share')],
  places: [`/dashboard/study/${published.id}`, press('More places')],
  close: [`/dashboard/study/${published.id}`, press('Close study')],
  settings: [`/dashboard/project-settings/${published.projectId}`],
  applicant: [`/dashboard/study-applicants/${waiting[6]?.study.id}?applicant=${waiting[6]?.id}`],
  gone: ['/dashboard/study/00000000-0000-7000-8000-000000000000'],
  bell: ['/dashboard/help', press(/^Notifications/)],
};
for (const [width, height] of [
  [1280, 860],
  [360, 740],
] as const)
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
    await page.goto(base + '/about');
    await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(ama));
    for (const [name, [path, act]] of Object.entries(pages)) {
      if (only && !only.split(',').includes(name)) continue;
      await page.goto(base + path);
      await page.waitForTimeout(1500);
      await act?.(page);
      await page.screenshot({
        path: `/tmp/h-study-shots/${name}-${width}-${colorScheme}.png`,
        fullPage: !act,
      });
    }
    await context.close();
  }
await browser.close();
