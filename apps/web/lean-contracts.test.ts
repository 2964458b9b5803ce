import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { leanContracts } from './lean-contracts.ts';

function lean(code: string, id = '/contracts/src/a.ts'): string {
  const { transform } = leanContracts();
  if (typeof transform !== 'object') throw new Error('no transform');
  const context = { parse: (text: string) => parseAst(text) };
  const handler = transform.handler as (this: unknown, code: string, id: string) => { code: string } | null;
  return handler.call(context, code, id)?.code ?? code;
}

it('keeps only the parts of an endpoint that a caller needs', () => {
  const code = lean(
    "export const a = endpoint({ method: 'GET', path: '/a', access: 'ANYONE', reply: X, errors: [] });",
  );
  expect(code).toBe("export const a = { method: 'GET', path: '/a', access: 'ANYONE', reply: true };");
});

it('lets the bundler drop an unused schema', () => {
  expect(lean('export const A = z.string().check(b);')).toBe(
    'export const A = /* @__PURE__ */ (() => (z.string().check(b)))();',
  );
  expect(lean('const fields = { a: z.string() };')).toBe(
    'const fields = /* @__PURE__ */ (() => ({ a: z.string() }))();',
  );
});

it('does not change functions and plain values', () => {
  const code =
    'export const a = 1; const b = { a }; const c = [b]; export const f = () => g(); export function h() { return endpoint({}); }';
  expect(lean(code)).toBe(code);
});

it('keeps only the endpoints and their literals in the part for callers', () => {
  const code = lean(
    "import * as z from 'zod/mini'; const PATH = '/a'; export const A = z.string(); export const a = endpoint({ path: PATH });",
    '/contracts/src/a.ts?endpoints',
  );
  expect(code.trim()).toMatch(/^const PATH = '\/a';\s+export const a = \{ path: PATH \};$/);
});

it('makes pages import endpoints from that part, and everything else from the whole', () => {
  const code = lean(
    "import { Credentials, logIn as call } from '@app/contracts/identity/sessions.ts';",
    '/src/a.ts',
  );
  expect(code).toBe(
    "import { logIn as call } from '@app/contracts/identity/sessions.ts?endpoints';" +
      "import { Credentials } from '@app/contracts/identity/sessions.ts';",
  );
});
