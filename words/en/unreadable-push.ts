export const unreadablePush = { title: 'You have a notification', body: 'Open the app to see it.' };
