import { expect, it } from 'vitest';
import { initialsOf } from '../ui/avatar.tsx';

it('S-207 takes initials letter by letter', () => {
  expect(initialsOf('ɛsi', 'Mensah')).toBe('ƐM');
  expect(initialsOf('Ama', '')).toBe('A');
  expect(initialsOf('🇬🇭 Ama', 'E\u0301sinam')).toBe('🇬🇭E\u0301');
});
