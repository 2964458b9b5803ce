import { expect, it } from 'vitest';
import { leanRouter } from './lean-router.ts';

function lean(code: string, id: string): string | null {
  const { transform } = leanRouter();
  if (typeof transform !== 'object') throw new Error('no transform');
  const context = {
    error(message: string): never {
      throw new Error(message);
    },
  };
  const handler = transform.handler as (this: unknown, code: string, id: string) => { code: string } | null;
  return handler.call(context, code, id)?.code ?? null;
}

const part = (name: string) => `/node_modules/react-router/dist/production/lib/${name}`;

it('writes in what this build knows, and drops what only developers are told', () => {
  const code = lean('return shouldPrefetch && !isAbsolute ? a : b;', part('dom/lib.js'));
  expect(code).toBe('return false ? a : b;');
  expect(lean('\tinvariant(a, "You must not, ever");\n', part('hooks.js'))).toBe('\tinvariant(a);\n');
});

it('fails the build when the router has changed', () => {
  expect(() => lean('return prefetched;', part('dom/lib.js'))).toThrow(/no longer says/);
});

it('fails the build when a page uses what was left out', () => {
  const use = (names: string) => () => lean(`import { ${names} } from "react-router";`, '/web/src/page.tsx');
  expect(use('Link, useFetcher')).toThrow(/useFetcher/);
  expect(use('Form')).toThrow(/Form/);
  expect(use('Link, useNavigate')).not.toThrow();
});
