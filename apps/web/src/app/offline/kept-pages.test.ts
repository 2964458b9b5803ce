import { expect, it } from 'vitest';
import { keptAs } from './kept-pages.ts';

it('keeps one page for the whole dashboard, and each page whose HTML was made at build time', () => {
  expect(keptAs('/dashboard')).toBe('/dashboard');
  expect(keptAs('/dashboard/study-apply/0198')).toBe('/dashboard');
  expect(keptAs('/')).toBe('/');
  expect(keptAs('/about')).toBe('/about');
  expect(keptAs('/about/')).toBe('/about');
});

it('keeps nothing whose address tells of a person', () => {
  for (const path of [
    '/verify-email/secret',
    '/reset-password/0198',
    '/verification-failed/esi@example.com',
    '/accept-company/secret/0198',
    '/dashboards',
  ])
    expect(keptAs(path)).toBeNull();
});
