export const unreadablePush = { title: 'You have news', body: 'Open the app to see it.' };
