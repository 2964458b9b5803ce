/** Stored if this tab asked to delete the account and no response came. */
const KEY = 'leaving';

export const markDeletionRequested = (): void => sessionStorage.setItem(KEY, 'unanswered');
export const clearDeletionRequested = (): void => sessionStorage.removeItem(KEY);
export const mayBeDeleted = (): boolean => sessionStorage.getItem(KEY) !== null;
