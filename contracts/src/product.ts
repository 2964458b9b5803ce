/** From Twi nkɔmmɔ, conversation. No other code spells it. */
export const PRODUCT_NAME = 'Nkomo';
