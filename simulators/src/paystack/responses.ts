import type { Answer, OutageBodies } from '../wire.ts';

export const ok = (message: string, data: unknown, more: object = {}, status = 200): Answer => ({
  status,
  body: { status: true, message, data, ...more },
});

/** `nextStep` is what the provider advises, which is not always right. */
function refusal(status: number, code: string, message: string, nextStep?: string): Answer {
  const meta = nextStep === undefined ? {} : { meta: { nextStep } };
  return { status, body: { status: false, message, ...meta, type: 'validation_error', code } };
}

export const paystackRefusals = {
  keyMissing: refusal(
    401,
    'invalid_Key',
    'Format is Authorization: Bearer [secret key]',
    'Ensure that you provide the correct authorization key for the request',
  ),
  keyInvalid: refusal(
    401,
    'invalid_Key',
    'Invalid key',
    'Ensure that you provide the correct authorization key for the request',
  ),
  noResource: refusal(404, 'not_found', 'The requested resource was not found'),
  missing: (field: string) =>
    refusal(
      400,
      'missing_params',
      `${field} is required`,
      'Ensure that you are passing all required parameters in the right format',
    ),
  amount: refusal(
    400,
    'invalid_amount',
    'Invalid amount passed',
    'Ensure that the amount is a whole number in the subunit of the currency',
  ),
  currency: refusal(403, 'unsupported_currency', 'Currency not supported by merchant'),
  email: refusal(400, 'invalid_email_address', 'Invalid Email Address Passed'),
  phone: refusal(400, 'invalid_phone', 'Invalid mobile money phone number or provider'),
  chargeExists: refusal(400, 'duplicate_reference', 'Duplicate Transaction Reference'),
  chargeUnknown: refusal(
    400,
    'transaction_not_found',
    'Transaction reference not found.',
    'Ensure that you are passing the reference of a transaction that exists on this integration',
  ),
  chargeReference: refusal(400, 'invalid_reference', 'Transaction reference is invalid'),
  bank: refusal(400, 'invalid_bank_code', 'Invalid bank code'),
  unresolved: refusal(
    422,
    'invalid_account',
    'Could not resolve account name. Check parameters or try again.',
  ),
  recipient: refusal(
    400,
    'invalid_transfer_recipient',
    'Recipient specified is invalid',
    'Provide a valid recipient. Ensure you are passing the recipient code in the recipient param',
  ),
  reference: refusal(
    400,
    'invalid_transfer_reference',
    'Reference must be 16 to 50 characters of lower-case letters, digits, dashes and underscores',
  ),
  transferExists: refusal(
    400,
    'duplicate_transfer_reference',
    'Please provide a unique reference. Reference already exists on a transfer',
    'Create a new reference for the new transfer',
  ),
  bulkExists: {
    status: 404,
    body: { status: false, message: 'Duplicate reference(s) found', type: 'api_error', code: 'unknown' },
  },
  bulkOtp: refusal(400, 'otp_enabled', 'Disable the Transfers OTP requirement to make bulk transfers'),
  transferUnknown: { status: 404, body: { status: false, message: 'Transfer not found' } },
  transferCode: refusal(400, 'invalid_transfer_code', 'Transfer code is invalid'),
  otp: refusal(400, 'invalid_otp', 'The OTP you provided is invalid'),
  balance: {
    status: 400,
    body: {
      status: false,
      message: 'Your balance is not enough to fulfil this request',
      meta: { nextStep: 'Top up your balance, then try again' },
      type: 'api_error',
      code: 'insufficient_balance',
    },
  },
  refundState: refusal(
    400,
    'invalid_transaction',
    'Transaction has been fully reversed or was not successful',
  ),
} as const;

export const paystackOutage: OutageBodies = {
  internal: { status: false, message: 'An error occurred', type: 'api_error', code: 'unknown' },
  unavailable: { status: false, message: 'Service unavailable', type: 'api_error', code: 'unknown' },
  tooMany: { status: false, message: 'Too many requests', type: 'api_error', code: 'rate_limited' },
};
