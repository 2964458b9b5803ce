/** A stored number as people here write it, `024 123 4567`. Apart from the rules of numbers, which come with all forms. */
export const localNumber = (stored: string) => stored.replace(/^\+233(\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3');
