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

/** Each event lists its postings here, so that all bookkeeping fits on one page. */

interface AtStudy {
  studyId: string;
  pesewas: number;
}
interface AtProvider {
  provider: ProviderName;
  pesewas: number;
}

interface Collection extends AtStudy, AtProvider {
  /** This is the quoted fee. */
  feeInPesewas: number;
  /** This is the provider's actual fee, if it differs. */
  costInPesewas?: number;
}
/** The researcher pays the quoted fee, whatever the provider kept. */
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

/** Places use promised money, bonuses use available money. */
type DrawnFrom = 'promised' | 'available';

interface Due extends AtStudy {
  from: DrawnFrom;
  /** For a place, the sending fee is promised already. */
  feeInPesewas: number;
}
export const due = ({ studyId, pesewas, from, feeInPesewas }: Due): Posting[] => [
  { debit: studyAccount(studyId, from), credit: studyAccount(studyId, 'payable'), pesewas },
  ...(from === 'available' ? promised({ studyId, pesewas: feeInPesewas }) : []),
];
/** The platform pays because no researcher paid in. */
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
  /** The platform bears any difference between this and the actual fee. */
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

/** After a reversal, the payment and its sending fee are payable again. */
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

/** Causes are manual payments and unreported fees. */
export const unexplained = ({ provider, pesewas }: AtProvider): Posting[] =>
  pesewas > 0
    ? [{ debit: floatAccount(provider), credit: suspenseAccount(provider), pesewas }]
    : [{ debit: suspenseAccount(provider), credit: floatAccount(provider), pesewas: -pesewas }];
