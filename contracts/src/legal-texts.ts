/**
 * Each is the day of the last change, never a future one; two changes on one day share it. Everyone must
 * agree again to a new version, which `test/rules/legal-texts.test.ts` requires for a changed text.
 */
export const LEGAL_VERSIONS = { TERMS: '2026-11-26', PRIVACY: '2026-11-30' } as const;

export const LEGAL_TEXTS = ['TERMS', 'PRIVACY'] as const satisfies (keyof typeof LEGAL_VERSIONS)[];
export type LegalTextName = (typeof LEGAL_TEXTS)[number];
export type LegalVersions = Partial<Record<LegalTextName, string | undefined>>;
