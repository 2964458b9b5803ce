/** A link or button in a cell: a finger's size on phones, and a dense row with a fine pointer. */
export const cellLinkClass = 'text-link inline-flex min-h-11 min-w-11 items-center lg:pointer-fine:min-h-6';
