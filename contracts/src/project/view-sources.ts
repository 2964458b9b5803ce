/** BROWSE includes visits from our notifications. */
export const VIEW_SOURCES = ['BROWSE', 'LINK', 'INVITATION'] as const;
