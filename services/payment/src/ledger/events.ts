import type { ProviderName } from '../provider.ts';
import {
  type Posting,
  FEE_INCOME,
  PROVIDER_FEE_COST,
  WRITE_OFF,
  floatOf,
  inTransit,
  ofStudy,
  suspenseOf,
} from './post.ts';

/** What each event moves: one list of postings each, so that the books of all events can be read on one page. */

interface AtStudy {
  studyId: string;
  pesewas: number;
}
interface AtProvider {
  provider: ProviderName;
  pesewas: number;
}

interface Collection extends AtStudy, AtProvider {
  /** What the researcher was quoted for it. */
  feeInPesewas: number;
  /** What the provider kept, where that is something else. */
  costInPesewas?: number;
}
/** A researcher's money came in; of it the provider kept a fee, which the researcher pays as it was quoted. */
export const collected = ({
  provider,
  studyId,
  pesewas,
  feeInPesewas,
  costInPesewas = feeInPesewas,
}: Collection): Posting[] => [
  {
    debit: floatOf(provider),
    credit: ofStudy(studyId, 'available'),
    pesewas: pesewas - costInPesewas,
  },
  { debit: PROVIDER_FEE_COST, credit: ofStudy(studyId, 'available'), pesewas: costInPesewas },
  { debit: ofStudy(studyId, 'available'), credit: FEE_INCOME, pesewas: feeInPesewas },
];

export const promised = ({ studyId, pesewas }: AtStudy): Posting[] => [
  { debit: ofStudy(studyId, 'available'), credit: ofStudy(studyId, 'promised'), pesewas },
];
export const released = ({ studyId, pesewas }: AtStudy): Posting[] => [
  { debit: ofStudy(studyId, 'promised'), credit: ofStudy(studyId, 'available'), pesewas },
];

/** From where a payout draws: a place from what was promised, a bonus from what is left over. */
type DrawnFrom = 'promised' | 'available';

interface Due extends AtStudy {
  from: DrawnFrom;
  /** What sending it will cost; of a place it is promised already. */
  feeInPesewas: number;
}
/** A payment is owed from now on, and the fee that it will cost is set aside. */
export const due = ({ studyId, pesewas, from, feeInPesewas }: Due): Posting[] => [
  { debit: ofStudy(studyId, from), credit: ofStudy(studyId, 'payable'), pesewas },
  ...(from === 'available' ? promised({ studyId, pesewas: feeInPesewas }) : []),
];
/** The same where no researcher has paid in for it: the platform pays. */
export const unfundedDue = (owed: AtStudy & { feeInPesewas: number }): Posting[] => [
  { debit: WRITE_OFF, credit: ofStudy(owed.studyId, 'available'), pesewas: owed.pesewas + owed.feeInPesewas },
  ...due({ ...owed, from: 'available' }),
];
export const notDue = ({ studyId, pesewas, from, feeInPesewas }: Due): Posting[] => [
  { debit: ofStudy(studyId, 'payable'), credit: ofStudy(studyId, from), pesewas },
  ...(from === 'available' ? released({ studyId, pesewas: feeInPesewas }) : []),
];

/** What is owed: to a participant, or to the researcher once the study is closed. */
export type OwedAs = 'payable' | 'refund_due';

export const sent = ({
  provider,
  studyId,
  pesewas,
  as,
}: AtStudy & AtProvider & { as: OwedAs }): Posting[] => [
  { debit: ofStudy(studyId, as), credit: inTransit(provider), pesewas },
];
export const failed = ({
  provider,
  studyId,
  pesewas,
  as,
}: AtStudy & AtProvider & { as: OwedAs }): Posting[] => [
  { debit: inTransit(provider), credit: ofStudy(studyId, as), pesewas },
];

interface Arrival extends AtStudy, AtProvider {
  /** What the provider took for it. */
  feeInPesewas: number;
  /** What the study set aside for that fee; any difference is ours. */
  chargedInPesewas: number;
}
export const succeeded = (arrival: Arrival): Posting[] => {
  const { provider, studyId, pesewas, feeInPesewas, chargedInPesewas } = arrival;
  return [
    { debit: inTransit(provider), credit: floatOf(provider), pesewas },
    { debit: PROVIDER_FEE_COST, credit: floatOf(provider), pesewas: feeInPesewas },
    { debit: ofStudy(studyId, 'promised'), credit: FEE_INCOME, pesewas: chargedInPesewas },
  ];
};

/** A provider took back what it had called paid: it is owed again, and the fee of sending it is set aside again. */
export const reversed = ({
  provider,
  studyId,
  pesewas,
  chargedInPesewas,
  as,
}: Omit<Arrival, 'feeInPesewas'> & { as: OwedAs }): Posting[] => [
  { debit: floatOf(provider), credit: ofStudy(studyId, as), pesewas },
  { debit: FEE_INCOME, credit: ofStudy(studyId, 'promised'), pesewas: chargedInPesewas },
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
  { debit: ofStudy(studyId, 'available'), credit: ofStudy(studyId, 'refund_due'), pesewas: available },
  { debit: ofStudy(studyId, 'promised'), credit: ofStudy(studyId, 'refund_due'), pesewas: stillPromised },
];

/**
 * What the provider has more or less than the ledger: paid in or taken out by hand, or a fee that it did not report.
 */
export const unexplained = ({ provider, pesewas }: AtProvider): Posting[] =>
  pesewas > 0
    ? [{ debit: floatOf(provider), credit: suspenseOf(provider), pesewas }]
    : [{ debit: suspenseOf(provider), credit: floatOf(provider), pesewas: -pesewas }];
