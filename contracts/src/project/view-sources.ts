/** A visit from one of our notifications counts as BROWSE. */
export const VIEW_SOURCES = ['BROWSE', 'LINK', 'INVITATION'] as const;
