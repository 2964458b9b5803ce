import type { Answer, OutageBodies } from '../wire.ts';

/** The gateway's answers have another shape than those of the platform behind it. */
const gatewayAnswer = (statusCode: number, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, message },
});
const platformAnswer = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});

/** If something is configured wrongly, MTN answers with 500. */
export const mtnRefusals = {
  keyMissing: gatewayAnswer(
    401,
    'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
  ),
  keyInvalid: gatewayAnswer(
    401,
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
  ),
  tokenInvalid: gatewayAnswer(401, 'Unauthorized. Access token is missing or invalid.'),
  noResource: gatewayAnswer(404, 'Resource not found'),
  loginFailed: { status: 401, body: { error: 'login_failed' } },
  badRequest: (message: string) => platformAnswer(400, 'BAD_REQUEST', message),
  notFound: platformAnswer(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.'),
  exists: platformAnswer(
    409,
    'RESOURCE_ALREADY_EXIST',
    'Duplicated reference id. Creation of resource failed.',
  ),
  environment: platformAnswer(
    500,
    'NOT_ALLOWED_TARGET_ENVIRONMENT',
    'Access to target environment is forbidden.',
  ),
  notAllowed: platformAnswer(500, 'NOT_ALLOWED', 'Authorization failed. Insufficient permissions.'),
  currency: platformAnswer(500, 'INVALID_CURRENCY', 'Currency not supported.'),
  callbackHost: platformAnswer(
    500,
    'INVALID_CALLBACK_URL_HOST',
    'Callback URL with different host name then configured for API user.',
  ),
  internal: platformAnswer(500, 'INTERNAL_PROCESSING_ERROR', 'An internal error occurred while processing.'),
  unavailable: platformAnswer(
    503,
    'SERVICE_UNAVAILABLE',
    'Service temporarily unavailable, try again later.',
  ),
  tooMany: gatewayAnswer(429, 'Rate limit is exceeded. Try again in 1 seconds.'),
} as const;

export const mtnOutage: OutageBodies = {
  internal: mtnRefusals.internal.body,
  unavailable: mtnRefusals.unavailable.body,
  tooMany: mtnRefusals.tooMany.body,
};

export const REASONS = {
  PAYEE_NOT_FOUND: 'Payee does not exist',
  PAYER_NOT_FOUND: 'Payer does not exist',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'Payee is not allowed to receive',
  NOT_ENOUGH_FUNDS: 'The payer does not have enough funds',
  PAYER_LIMIT_REACHED: 'The payer limit is reached',
  APPROVAL_REJECTED: 'The approval was rejected',
  COULD_NOT_PERFORM_TRANSACTION: 'The payer did not approve in time',
  EXPIRED: 'The request expired',
  INTERNAL_PROCESSING_ERROR: 'An internal error occurred while processing.',
} as const;

export type Reason = keyof typeof REASONS;
