import { expect, it } from 'vitest';
import { weave } from './woven-pattern.tsx';

it('draws the same mirrored pattern for the same seed', () => {
  expect(weave(3, 8, 4)).toEqual(weave(3, 8, 4));
  expect(weave(3, 8, 4)).not.toEqual(weave(4, 8, 4));
  expect(weave(3, 7, 4).width).toBe(7 * 32);
});
