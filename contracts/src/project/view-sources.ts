/** What led somebody to a study: the product's own lists and news, a link that was shared, an invitation. */
export const VIEW_SOURCES = ['BROWSE', 'LINK', 'INVITATION'] as const;
