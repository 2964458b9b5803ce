/** The product's name (from Twi nkɔmmɔ, conversation). Nothing else in the code spells it. */
export const PRODUCT_NAME = 'Nkomo';
