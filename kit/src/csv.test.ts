import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('B3 texts of the product itself get no apostrophe, and typed texts get one', () => {
  for (const [cell, written] of [
    ['+233241234567', '024 123 4567'],
    ['+233 •• ••• 0001', '233 •• ••• 0001'],
    ['+233+1', "'+233+1"],
    ['+1+1', "'+1+1"],
  ] as const)
    expect(csvLines([[cell]])).toBe(`"${written}"\r\n`);
});
