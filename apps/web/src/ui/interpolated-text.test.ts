import { expect, it } from 'vitest';
import { weave } from './interpolated-text.tsx';

it('weaves the same cloth for the same seed, mirrored', () => {
  expect(weave(3, 8, 4)).toEqual(weave(3, 8, 4));
  expect(weave(3, 8, 4)).not.toEqual(weave(4, 8, 4));
  expect(weave(3, 7, 4).width).toBe(7 * 32);
});
