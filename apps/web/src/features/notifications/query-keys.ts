export const listKey = (userId: string) => ['notifications', userId, 'list'] as const;
export const countKey = (userId: string) => ['notifications', userId, 'unread'] as const;
