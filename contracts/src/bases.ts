/** Section 7 of the specification defines these paths. */
export const IDENTITY_BASE = '/mui-identity-service/api/v1';
export const PAYMENT_BASE = '/mui-payment-service/api/v1';
export const PROJECT_BASE = '/mui-project-service/api/v1';
