import { expect, test } from 'vitest';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { allErrors } from '@app/kit/implied-errors.ts';
import { mountedCalls } from './thrown-codes.ts';
import { type SourceFile, listSourceFiles } from './tree.ts';

/** The call never meets the condition for these. */
const NEVER_MET = [
  // This check runs only when a study is resumed.
  'closeStudy throws NOT_VERIFIED (services/project/src/suspensions/locks.ts)',
];

const contracts = new Map<string, Record<string, EndpointShape>>();
for (const { path } of listSourceFiles('.ts'))
  if (path.startsWith('contracts/src/') && !path.includes('.test.'))
    contracts.set(path, (await import(`../../${path}`)) as Record<string, EndpointShape>);

function undeclared(files: readonly SourceFile[]) {
  const calls = mountedCalls(files, ({ path, name }) => contracts.get(path)?.[name]?.errors);
  const found = calls.flatMap(({ endpoint: { path, name }, thrown }) => {
    const endpoint = contracts.get(path)?.[name];
    const declared: readonly string[] = endpoint ? allErrors(endpoint) : [];
    return [...thrown]
      .filter(([code]) => !declared.includes(code))
      .map(([code, from]) => `${name} throws ${code} (${from})`);
  });
  return { calls, found };
}

test('a call declares each code that its operations throw: `fail` is typed by the contract, `new Failure` is not', () => {
  const { calls, found } = undeclared(
    listSourceFiles('.ts').filter(
      ({ path }) => /^services\/\w+\/src\/(?!demo\/)/.test(path) && !path.includes('.test.'),
    ),
  );
  expect(calls.length).toBeGreaterThan(170);
  expect(calls.filter(({ thrown }) => thrown.size > 0).length).toBeGreaterThan(20);
  expect(found).toEqual(NEVER_MET);
});

test('a code is found through other functions and services, up to where it is caught', () => {
  const operation = (body: string) => [
    {
      path: 'services/project/src/it/routes.ts',
      text: `import { closeStudy } from '@app/contracts/project/study-calls.ts';
        import { act } from './act.ts';
        export const routes = (route) => { const near = () => act(); route(closeStudy, async () => near()); };`,
    },
    {
      path: 'services/project/src/it/act.ts',
      text: `import { Failure } from '@app/kit/problem.ts';
        import { readRoleAndCompany } from '@app/contracts/identity/people.ts';
        const deep = () => { throw new Failure('BUDGET_SHORT'); };
        export async function act() { ${body} }`,
    },
  ];
  const undeclaredCodes = (body: string) =>
    undeclared(operation(body)).found.map((line) => line.split(' ')[2]);
  expect(undeclaredCodes('deep();')).toEqual(['BUDGET_SHORT']);
  expect(undeclaredCodes('await deps.callIdentity(readRoleAndCompany, {});')).toEqual(['PERSON_NOT_FOUND']);
  expect(
    undeclaredCodes("try { deep(); } catch (error) { if (error.code !== 'BUDGET_SHORT') throw error; }"),
  ).toEqual([]);
  expect(undeclaredCodes('await Promise.resolve(deep()).catch(() => undefined);')).toEqual([]);
  expect(undeclaredCodes('try { deep(); } catch (error) { log(error); throw error; }')).toEqual([
    'BUDGET_SHORT',
  ]);
});
