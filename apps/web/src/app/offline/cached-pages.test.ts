import { expect, it } from 'vitest';
import { cachedPagePath } from './cached-pages.ts';

it('caches one page for the whole dashboard, and each page whose HTML is built in advance', () => {
  expect(cachedPagePath('/dashboard')).toBe('/dashboard');
  expect(cachedPagePath('/dashboard/study-apply/0198')).toBe('/dashboard');
  expect(cachedPagePath('/')).toBe('/');
  expect(cachedPagePath('/about')).toBe('/about');
  expect(cachedPagePath('/about/')).toBe('/about');
});

it('caches no page whose address identifies a person', () => {
  for (const path of [
    '/verify-email/secret',
    '/reset-password/0198',
    '/verification-failed/esi@example.com',
    '/accept-company/secret/0198',
    '/dashboards',
  ])
    expect(cachedPagePath(path)).toBeNull();
});
