import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listShippedPackages, thirdPartyNotices } from '../../scripts/third-party-notices.ts';

test('THIRD_PARTY_NOTICES.txt has every package that is installed or loaded; `npm run notices` writes it', () => {
  const notices = readFileSync('THIRD_PARTY_NOTICES.txt', 'utf8');
  expect(notices).toBe(thirdPartyNotices());
  const lines = new Set(notices.split('\n'));
  const direct = globSync('{contracts,words,kit,services/*,apps/*}/package.json').flatMap((path) =>
    Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: object }).dependencies ?? {}),
  );
  const named = [...direct.filter((name) => !name.startsWith('@app/')), 'tailwindcss', 'light-my-request'];
  expect(listShippedPackages().length).toBeGreaterThan(100);
  expect(named.filter((name) => !lines.has(name))).toEqual([]);
  // A development package is not shipped.
  expect(lines.has('vitest')).toBe(false);
});
