import { expect, it } from 'vitest';
import { pagePatterns } from './page-patterns.ts';
import routes from './src/routes.ts';

it('S-109 lists each page once, including nested pages, and no address that only the 404 page answers', () => {
  const patterns = pagePatterns(routes);
  expect(patterns).toEqual(
    expect.arrayContaining([
      '/',
      '/login',
      '/verify-email/:token',
      '/verification-failed/:email?',
      '/dashboard',
      '/dashboard/create-study/:id',
    ]),
  );
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(patterns.filter((pattern) => pattern.includes('*'))).toEqual([]);
});
