/** These classes are in a separate file, so that a search field does not load the forms. */
export const controlClass =
  'block w-full min-h-12 rounded-control border border-line-strong bg-surface px-3.5 py-2.5 transition-colors ' +
  'not-disabled:hover:border-cocoa aria-invalid:border-laterite aria-invalid:not-focus-visible:edge-laterite ' +
  'disabled:bg-sunken disabled:text-cocoa-3';
