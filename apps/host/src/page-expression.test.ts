import { expect, it } from 'vitest';
import { pageExpression, pathOfUrl } from './pages.ts';

const pages = pageExpression([
  '/',
  '/about',
  '/verify-email/:token',
  '/failed/:email?',
  '/dashboard/study/:id',
]);

it.each([
  '/',
  '/about',
  '/about/',
  '/About',
  '/verify-email/a.b-c_d',
  '/failed',
  '/failed/esi%40example.com',
  '/dashboard/study/1/',
])('S-109 %s has a page', (path) => {
  expect(pages.test(path)).toBe(true);
});

it.each([
  '/abouts',
  '/about/us',
  '/verify-email',
  '/verify-email/',
  '/verify-email/a/b',
  '/failed/a/b',
  '/dashboard',
  '/dashboard/study/1/2',
  '/not/about',
])('S-109 %s has no page', (path) => {
  expect(pages.test(path)).toBe(false);
});

it('treats a path of thousands of slashes as a short one', () => {
  const slashes = '/'.repeat(15_000);
  expect(pathOfUrl(`/studies${slashes}a//b?x=//`)).toBe('/studies/a/b');
  expect(pathOfUrl(`${slashes}about${slashes}`)).toBe('/about/');
});
