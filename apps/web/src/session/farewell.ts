/** In sessionStorage: this tab asked to delete the account, with an unknown outcome. */
const KEY = 'leaving';

export const noteUnansweredLeaving = (): void => sessionStorage.setItem(KEY, 'unanswered');
export const forgetLeaving = (): void => sessionStorage.removeItem(KEY);
export const mayHaveLeft = (): boolean => sessionStorage.getItem(KEY) !== null;
