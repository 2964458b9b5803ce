/** A long text in sections that can be linked to. */
export interface LegalText {
  readonly heading: string;
  readonly description: string;
  readonly lead: string;
  readonly sections: readonly {
    /** The anchor in the address. */
    readonly id: string;
    readonly title: string;
    readonly text: readonly string[];
    readonly points?: readonly string[];
    readonly after?: readonly string[];
  }[];
}
