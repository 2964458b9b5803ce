import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LEGAL_TEXTS, LEGAL_VERSIONS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import { legalChanges } from '@app/words/legal-changes.ts';
import type { LegalText } from '@app/words/legal-text.ts';
import { privacyPolicy } from '@app/words/privacy.ts';
import { termsAndConditions } from '@app/words/terms.ts';

const texts: Record<LegalTextName, LegalText> = { TERMS: termsAndConditions, PRIVACY: privacyPolicy };

/** Of each version; what people have agreed to does not change under them. */
const hashes: Record<LegalTextName, Record<string, string>> = {
  TERMS: { '2026-11-24': '4e2e13cc9767dc9f', '2026-11-26': '93d0971b154da896' },
  PRIVACY: {
    '2026-11-24': '5bcbf7f18e2b2280',
    '2026-11-26': '7d34a8d27f092ecf',
    '2026-11-27': 'fe6fc7f15e5cea37',
    '2026-11-28': '6b3b473658f8216b',
    '2026-11-29': '1a034cb956dd6f17',
  },
};
