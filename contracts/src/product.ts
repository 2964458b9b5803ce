/** The name is from Twi nkɔmmɔ, conversation. No other code contains it. */
export const PRODUCT_NAME = 'Nkomo';
