/**
 * A version is the day of the text's last change, never a future day. Everyone must agree to a new version
 * (test/rules/legal-texts.test.ts).
 */
export const LEGAL_VERSIONS = { TERMS: '2026-12-02', PRIVACY: '2026-12-02' } as const;

export const LEGAL_TEXTS = ['TERMS', 'PRIVACY'] as const satisfies (keyof typeof LEGAL_VERSIONS)[];
export type LegalTextName = (typeof LEGAL_TEXTS)[number];
export type LegalVersions = Partial<Record<LegalTextName, string | undefined>>;
