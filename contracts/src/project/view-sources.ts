/** BROWSE includes our notifications. */
export const VIEW_SOURCES = ['BROWSE', 'LINK', 'INVITATION'] as const;
