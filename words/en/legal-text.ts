/** A long text in sections that can be linked to. In its paragraphs `[words](target)` is a link; LINK_TARGETS names them. */
export interface LegalText {
  readonly heading: string;
  readonly description: string;
  readonly lead: string;
  /** Of LEGAL_VERSIONS: the day of the last change. */
  readonly version: string;
  /** The whole in a few sentences, for whoever reads no further. */
  readonly short: readonly string[];
  readonly sections: readonly LegalSection[];
}

export interface LegalSection {
  /** The anchor in the address. */
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly points?: readonly string[];
  /** What is told of several things, one by one. */
  readonly facts?: readonly { readonly name: string; readonly text: string }[];
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
