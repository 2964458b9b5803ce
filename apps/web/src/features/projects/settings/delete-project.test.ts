import { expect, it } from 'vitest';
import { groupStudiesForDeletion, type Named } from './delete-project-modal.tsx';

const study = (id: string, state: Named['state'], pendingCount = 0) => ({
  id,
  name: `Study ${id}`,
  state,
  pendingCount,
  mayHaveBudget: false,
});

it('D-32 lists what is deleted with a project, who stays undecided, and what prevents it', () => {
  const all = [
    study('a', 'DRAFT'),
    study('b', 'PUBLISHED', 3),
    study('c', 'CLOSED'),
    study('d', 'DRAFT'),
    study('e', 'PAUSED'),
    study('f', 'CLOSED', 2),
  ];
  const [a, b, c, d, e, f] = all;
  expect(groupStudiesForDeletion(all)).toEqual({
    open: [b, e],
    drafts: [a, d],
    closed: [c, f],
    unanswered: [f],
  });
});
