import { existsSync } from 'node:fs';
import { GOOGLE_RETURN_PATH } from '@app/contracts/identity/google.ts';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '@app/contracts/web-paths.ts';
import routes from './routes.ts';

const tree = routes as unknown as RouteObject[];
const fileOf = (path: string) =>
  (matchRoutes(tree, path)?.at(-1)?.route as { file?: string } | undefined)?.file ?? 'nothing';

interface Entry {
  file: string;
  children?: Entry[];
}
const files = (entries: Entry[]): string[] =>
  entries.flatMap((entry) => [entry.file, ...files(entry.children ?? [])]);

it('names existing files', () => {
  const missing = files(routes as Entry[]).filter((file) => !existsSync(new URL(file, import.meta.url)));
  expect(missing).toEqual([]);
});

it('S-101 to S-116 every address of the catalogue leads to a page of its own', () => {
  for (const [name, path] of Object.entries(paths)) {
    const address = typeof path === 'string' ? path : path('x', 'y');
    expect([name, fileOf(address.split(/[?#]/)[0]!)]).not.toEqual([name, 'features/public/not-found.tsx']);
  }
});

it.each([
  ['/login', 'features/auth/log-in/log-in.tsx'],
  ['/login/code', 'features/auth/log-in/log-in-by-code.tsx'],
  ['/participant-login', 'features/auth/log-in/log-in.tsx'],
  [GOOGLE_RETURN_PATH, 'features/auth/google/google-sign-in.tsx'],
  ['/forgot-password', 'features/auth/password/forgot-password.tsx'],
  ['/forgot-password/a@b.gh', 'features/auth/verification/email-verification.tsx'],
  ['/verifying-confirmation/a@b.gh', 'features/auth/verification/email-verification.tsx'],
  ['/verification-success/1', 'features/auth/verification/email-verification.tsx'],
  ['/verification-failed', 'features/auth/verification/email-verification.tsx'],
  ['/verification-failed/a@b.gh', 'features/auth/verification/email-verification.tsx'],
  ['/accept-company/t/u', 'features/company/decide/decide-company.tsx'],
  ['/decline-company/t/u', 'features/company/decide/decide-company.tsx'],
  ['/decide-meeting/i/t', 'features/disputes/decide-dispute.tsx'],
  ['/dashboard', 'app/gates/landing.tsx'],
  ['/nowhere', 'features/public/not-found.tsx'],
  ['/dashboard/nowhere', 'features/public/not-found.tsx'],
])('S-102 S-105 S-108 S-109 %s', (path, file) => {
  expect(fileOf(path)).toBe(file);
});
