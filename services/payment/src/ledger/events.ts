import type { ProviderName } from '../provider.ts';
import {
  type Posting,
  FEE_INCOME,
  PROVIDER_FEE_COST,
  WRITE_OFF,
  floatAccount,
  inTransitAccount,
  studyAccount,
  suspenseAccount,
} from './post.ts';

interface AtStudy {
  studyId: string;
  pesewas: number;
}
interface AtProvider {
  provider: ProviderName;
  pesewas: number;
}

interface Collection extends AtStudy, AtProvider {
  feeInPesewas: number;
  /** Present if the provider's fee was not the quoted one. */
  costInPesewas?: number;
}
export const collected = ({
  provider,
  studyId,
  pesewas,
  feeInPesewas,
  costInPesewas = feeInPesewas,
}: Collection): Posting[] => [
  {
    debit: floatAccount(provider),
    credit: studyAccount(studyId, 'available'),
    pesewas: pesewas - costInPesewas,
  },
  { debit: PROVIDER_FEE_COST, credit: studyAccount(studyId, 'available'), pesewas: costInPesewas },
  { debit: studyAccount(studyId, 'available'), credit: FEE_INCOME, pesewas: feeInPesewas },
];

export const promised = ({ studyId, pesewas }: AtStudy): Posting[] => [
  { debit: studyAccount(studyId, 'available'), credit: studyAccount(studyId, 'promised'), pesewas },
];
export const released = ({ studyId, pesewas }: AtStudy): Posting[] => [
  { debit: studyAccount(studyId, 'promised'), credit: studyAccount(studyId, 'available'), pesewas },
];

/** Incentives are paid from the promised money. Bonuses are paid from the available money. */
type DrawnFrom = 'promised' | 'available';

interface Due extends AtStudy {
  from: DrawnFrom;
  /** The fee for sending the payment. The promised money for an incentive includes it. */
  feeInPesewas: number;
}
export const due = ({ studyId, pesewas, from, feeInPesewas }: Due): Posting[] => [
  { debit: studyAccount(studyId, from), credit: studyAccount(studyId, 'payable'), pesewas },
  ...(from === 'available' ? promised({ studyId, pesewas: feeInPesewas }) : []),
];
/** If the researcher has not paid the money in, the platform owes it. */
export const unfundedDue = (payout: AtStudy & { feeInPesewas: number }): Posting[] => [
  {
    debit: WRITE_OFF,
    credit: studyAccount(payout.studyId, 'available'),
    pesewas: payout.pesewas + payout.feeInPesewas,
  },
  ...due({ ...payout, from: 'available' }),
];
export const notDue = ({ studyId, pesewas, from, feeInPesewas }: Due): Posting[] => [
  { debit: studyAccount(studyId, 'payable'), credit: studyAccount(studyId, from), pesewas },
  ...(from === 'available' ? released({ studyId, pesewas: feeInPesewas }) : []),
];

export type LiabilityAccount = 'payable' | 'refund_due';

export const sent = ({
  provider,
  studyId,
  pesewas,
  as,
}: AtStudy & AtProvider & { as: LiabilityAccount }): Posting[] => [
  { debit: studyAccount(studyId, as), credit: inTransitAccount(provider), pesewas },
];
export const failed = ({
  provider,
  studyId,
  pesewas,
  as,
}: AtStudy & AtProvider & { as: LiabilityAccount }): Posting[] => [
  { debit: inTransitAccount(provider), credit: studyAccount(studyId, as), pesewas },
];

interface Arrival extends AtStudy, AtProvider {
  feeInPesewas: number;
  chargedInPesewas: number;
}
export const succeeded = (arrival: Arrival): Posting[] => {
  const { provider, studyId, pesewas, feeInPesewas, chargedInPesewas } = arrival;
  return [
    { debit: inTransitAccount(provider), credit: floatAccount(provider), pesewas },
    { debit: PROVIDER_FEE_COST, credit: floatAccount(provider), pesewas: feeInPesewas },
    { debit: studyAccount(studyId, 'promised'), credit: FEE_INCOME, pesewas: chargedInPesewas },
  ];
};

export const reversed = ({
  provider,
  studyId,
  pesewas,
  chargedInPesewas,
  as,
}: Omit<Arrival, 'feeInPesewas'> & { as: LiabilityAccount }): Posting[] => [
  { debit: floatAccount(provider), credit: studyAccount(studyId, as), pesewas },
  { debit: FEE_INCOME, credit: studyAccount(studyId, 'promised'), pesewas: chargedInPesewas },
];

export const closed = ({
  studyId,
  available,
  promised: stillPromised,
}: {
  studyId: string;
  available: number;
  promised: number;
}): Posting[] => [
  {
    debit: studyAccount(studyId, 'available'),
    credit: studyAccount(studyId, 'refund_due'),
    pesewas: available,
  },
  {
    debit: studyAccount(studyId, 'promised'),
    credit: studyAccount(studyId, 'refund_due'),
    pesewas: stillPromised,
  },
];

/** A payment by hand, or a fee that was not reported, changes the provider's balance. */
export const unexplained = ({ provider, pesewas }: AtProvider): Posting[] =>
  pesewas > 0
    ? [{ debit: floatAccount(provider), credit: suspenseAccount(provider), pesewas }]
    : [{ debit: suspenseAccount(provider), credit: floatAccount(provider), pesewas: -pesewas }];
