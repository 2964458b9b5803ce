import { expect, it } from 'vitest';
import { nameInitials } from '../ui/avatar.tsx';

it('S-207 takes initials by whole characters', () => {
  expect(nameInitials('ɛsi', 'Mensah')).toBe('ƐM');
  expect(nameInitials('Ama', '')).toBe('A');
  expect(nameInitials('🇬🇭 Ama', 'E\u0301sinam')).toBe('🇬🇭E\u0301');
});
