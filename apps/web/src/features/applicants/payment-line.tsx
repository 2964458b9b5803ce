import type { Applicant } from '@app/contracts/project/applicants.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { cedis } from '@app/words/cedis.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { Link, useParams } from 'react-router';

export function PaymentLine({ applicant: { id, payment } }: { applicant: Applicant }) {
  const { id: studyId = '' } = useParams();
  if (payment === null) return null;
  return (
    <Link
      to={paths.applicationPayment(studyId, id)}
      className="text-link figures inline-flex min-h-6 items-center text-xs max-sm:min-h-11"
    >
      {words.payment(payoutStateWords[payment.state], cedis(payment.amountInPesewas))}
    </Link>
  );
}
