/** In a file of its own, because the file with the rules for numbers imports all forms. */
export const localNumber = (stored: string) => stored.replace(/^\+233(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3');
