import { expect, it } from 'vitest';
import { goingWithProject, isClosedByDeleting, mayBeDeleted, type Named } from './deleting.ts';

const study = (id: string, state: Named['state']) => ({ id, name: `Study ${id}`, state });

it('D-32 names what goes with a project and what keeps it', () => {
  const all = [study('a', 'DRAFT'), study('b', 'PUBLISHED'), study('c', 'CLOSED'), study('d', 'DRAFT')];
  const [a, b, c, d] = all;
  expect(goingWithProject(all)).toEqual({ published: [b], drafts: [a, d], closed: [c] });
});

it('D-32 closes a study with applicants and leaves a closed one alone', () => {
  expect(isClosedByDeleting({ appliedCount: 1 })).toBe(true);
  expect(isClosedByDeleting({ appliedCount: 0 })).toBe(false);
  expect(mayBeDeleted({ state: 'CLOSED' })).toBe(false);
  expect(mayBeDeleted({ state: 'DRAFT' })).toBe(true);
});
