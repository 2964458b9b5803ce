import { expect, it } from 'vitest';
import { cachedAs } from './cached-pages.ts';

it('keeps one page for the whole dashboard, and each page whose HTML was made at build time', () => {
  expect(cachedAs('/dashboard')).toBe('/dashboard');
  expect(cachedAs('/dashboard/study-apply/0198')).toBe('/dashboard');
  expect(cachedAs('/')).toBe('/');
  expect(cachedAs('/about')).toBe('/about');
  expect(cachedAs('/about/')).toBe('/about');
});

it('keeps nothing whose address tells of a person', () => {
  for (const path of [
    '/verify-email/secret',
    '/reset-password/0198',
    '/verification-failed/esi@example.com',
    '/accept-company/secret/0198',
    '/dashboards',
  ])
    expect(cachedAs(path)).toBeNull();
});
