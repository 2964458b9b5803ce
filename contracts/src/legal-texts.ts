/**
 * The versions of the texts that everybody agrees to: the day of the last change, never one to come, which the pages show.
 * Two changes of one day before a release are one version. Where a version is new, everybody is asked again. `test/rules/legal-texts.test.ts` holds a changed text to a new version.
 */
export const LEGAL_VERSIONS = { TERMS: '2026-11-26', PRIVACY: '2026-11-30' } as const;

export const LEGAL_TEXTS = ['TERMS', 'PRIVACY'] as const satisfies (keyof typeof LEGAL_VERSIONS)[];
export type LegalTextName = (typeof LEGAL_TEXTS)[number];
export type LegalVersions = Partial<Record<LegalTextName, string | undefined>>;
