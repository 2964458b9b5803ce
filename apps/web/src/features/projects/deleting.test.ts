import { expect, it } from 'vitest';
import { goingWithProject, isClosedByDeleting, mayBeDeleted, type Named } from './deleting.ts';

const study = (id: string, state: Named['state']) => ({ id, name: `Study ${id}`, state });

it('D-32 names what goes with a project and what keeps it', () => {
  const states = ['DRAFT', 'PUBLISHED', 'CLOSED', 'DRAFT', 'PAUSED'] as const;
  const all = states.map((state, at) => study(`${at}`, state));
  const [a, b, c, d, e] = all;
  expect(goingWithProject(all)).toEqual({ open: [b, e], drafts: [a, d], closed: [c] });
});

it('D-32 closes a study with applicants and leaves a closed one alone', () => {
  expect(isClosedByDeleting({ appliedCount: 1 })).toBe(true);
  expect(isClosedByDeleting({ appliedCount: 0 })).toBe(false);
  expect(mayBeDeleted({ state: 'CLOSED' })).toBe(false);
  expect(mayBeDeleted({ state: 'DRAFT' })).toBe(true);
  expect(mayBeDeleted({ state: 'PAUSED' })).toBe(true);
});
