/** In sessionStorage: this tab has asked to delete the account, and does not know whether that has arrived. */
const KEY = 'leaving';

export const noteUnansweredLeaving = (): void => sessionStorage.setItem(KEY, 'unanswered');
export const forgetLeaving = (): void => sessionStorage.removeItem(KEY);
export const mayHaveLeft = (): boolean => sessionStorage.getItem(KEY) !== null;
