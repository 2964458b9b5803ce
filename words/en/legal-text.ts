/** In paragraphs `[words](target)` is a link; LINK_TARGETS lists the targets. */
export interface LegalText {
  readonly heading: string;
  readonly description: string;
  readonly lead: string;
  /** LEGAL_VERSIONS has the day of the last change. */
  readonly version: string;
  readonly short: readonly string[];
  readonly sections: readonly LegalSection[];
}

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly points?: readonly string[];
  readonly entries?: readonly { readonly name: string; readonly text: string }[];
  readonly after?: readonly string[];
}

export const LINK_TARGETS = [
  'email',
  'commission',
  'contact',
  'privacy',
  'terms',
  'runs',
  'tick',
  'data',
] as const;

export const legalWords = {
  shortHeading: 'The short version',
  onThisPage: 'On this page',
  lastChanged: (date: string) => `Version of ${date}`,
} as const;
