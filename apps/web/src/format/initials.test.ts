import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it('S-207 takes initials letter by letter', () => {
  expect(initialsOf('ɛsi', 'Mensah')).toBe('ƐM');
  expect(initialsOf('Ama', '')).toBe('A');
});
