import { expect, it } from 'vitest';
import { deadline } from './deadline.ts';

it('names the day only if it is not today', () => {
  const iso = '2026-12-01T15:40:00.000Z';
  expect(deadline(iso, '2026-12-01')).toContain('03:40 PM GMT');
  expect(deadline(iso, '2026-12-01')).not.toContain('Dec');
  expect(deadline(iso, '2026-11-30')).toContain('01\u00A0Dec, 03:40 PM GMT');
});
