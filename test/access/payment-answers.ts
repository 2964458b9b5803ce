import type { paymentContract } from '@app/contracts/payment/contract.ts';
import type { Row } from './access-answers.ts';

/** A call that has no row here does not compile: whoever adds one says what it answers. */
export const rows = {
  readSigningKeys: { own: 'DONE' },
} satisfies Record<keyof typeof paymentContract.endpoints, Row>;
