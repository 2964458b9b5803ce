import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { today } from '@app/contracts/calendar.ts';
import { LEGAL_TEXTS, LEGAL_VERSIONS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import { legalChanges } from '@app/words/consents.ts';
import type { LegalText } from '@app/words/legal-text.ts';
import { privacyPolicy } from '@app/words/privacy.ts';
import { termsAndConditions } from '@app/words/terms.ts';

const texts: Record<LegalTextName, LegalText> = { TERMS: termsAndConditions, PRIVACY: privacyPolicy };

/** The hash of each version: a text must not change after people have agreed to it. */
const hashes: Record<LegalTextName, Record<string, string>> = {
  TERMS: {
    '2026-11-24': '4e2e13cc9767dc9f',
    '2026-11-26': '93d0971b154da896',
    '2026-12-01': '8c20985c6d21ad43',
    '2026-12-02': 'be6b234b8f8ca475',
  },
  PRIVACY: {
    '2026-11-24': '5bcbf7f18e2b2280',
    '2026-11-26': '7d34a8d27f092ecf',
    '2026-11-27': 'fe6fc7f15e5cea37',
    '2026-11-28': '6b3b473658f8216b',
    '2026-11-29': '4ece58fc1160248a',
    '2026-11-30': '3eeccb92a63466d6',
    '2026-12-01': '5df7df9f73267c7c',
    '2026-12-02': 'f81e836bbd4d3f12',
  },
};

const hashText = (text: object) =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16);

/** Returns the missing step after a change of a text, or undefined. */
const missing = (name: LegalTextName, text: LegalText) =>
  hashes[name][text.version] === hashText(text)
    ? undefined
    : `${name} has changed: give it a new version in contracts/src/legal-texts.ts, say what changed in words/en/consents.ts, and add ${hashText(text)} here`;

test.each(LEGAL_TEXTS)(
  '%s is unchanged since its version was made, and says what that version changed',
  (name) => {
    expect(texts[name].version).toBe(LEGAL_VERSIONS[name]);
    expect(missing(name, texts[name])).toBeUndefined();
    expect(Object.keys(hashes[name]).at(-1)).toBe(LEGAL_VERSIONS[name]);
    expect(legalChanges[name].length).toBeGreaterThan(0);
  },
);

test.each(LEGAL_TEXTS)('%s has no future date: no one can agree today to a text of tomorrow', (name) => {
  expect(LEGAL_VERSIONS[name] <= today()).toBe(true);
});

test('a changed word without a new version is detected', () => {
  const changed = { ...termsAndConditions, lead: `${termsAndConditions.lead} And more.` };
  expect(missing('TERMS', changed)).toContain('new version');
});
