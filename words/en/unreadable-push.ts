/** The notification for a push that the browser could not read. */
export const unreadablePush = { title: 'You have news', body: 'Open the app to see it.' };
