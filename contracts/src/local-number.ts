/** This function is in a separate file, because the file with the rules for numbers imports all forms. */
export const localNumber = (stored: string) => stored.replace(/^\+233(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3');
