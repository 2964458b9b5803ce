import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { leanContracts } from './lean-contracts.ts';

function lean(code: string): string {
  const { transform } = leanContracts();
  if (typeof transform !== 'object') throw new Error('no transform');
  const context = { parse: (text: string) => parseAst(text) };
  const result = (transform.handler as (this: unknown, code: string) => { code: string } | null).call(
    context,
    code,
  );
  return result?.code ?? code;
}

it('leaves of an endpoint what a caller needs', () => {
  const code = lean(
    "export const a = endpoint({ method: 'GET', path: '/a', access: 'ANYONE', reply: X, errors: [] });",
  );
  expect(code).toBe("export const a = { method: 'GET', path: '/a', access: 'ANYONE', reply: true };");
});

it('makes a schema droppable', () => {
  expect(lean('export const A = z.string().check(b);')).toBe(
    'export const A = /* @__PURE__ */ (() => z.string().check(b))();',
  );
});

it('leaves functions and plain values alone', () => {
  const code = 'export const a = 1; export const f = () => g(); export function h() { return endpoint({}); }';
  expect(lean(code)).toBe(code);
});
