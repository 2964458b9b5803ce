import { readBudget } from '@app/contracts/payment/budgets.ts';
import { payWords as words } from '@app/words/pay.ts';
import { useQuery } from '@tanstack/react-query';
import { callPayment } from '../../../api/call-payment.ts';
import { budgetKeys } from '../../../api/keys.ts';
import { Banner } from '../../../ui/banner.tsx';

export function Unspent({ studyId }: { studyId: string }) {
  const budget = useQuery({
    queryKey: budgetKeys.one(studyId),
    queryFn: ({ signal }) => callPayment(readBudget, { params: { studyId } }, signal),
    retry: false,
  });
  const pesewas = budget.data?.returnableInPesewas ?? 0;
  return (
    <div role="status">
      {pesewas > 0 && (
        <Banner className="mt-4">
          {words.paysNobody(pesewas, budget.data?.quote.incentiveInPesewas ?? 0)}
        </Banner>
      )}
    </div>
  );
}
