import type { Budget } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { cedis as money } from '@app/words/cedis.ts';
import { useState } from 'react';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';

const BonusModal = lazyPart(async () => (await import('./bonus-modal.tsx')).BonusModal);

/** In sessionStorage: a card is paid on a page of its own, which leads back into this tab. */
const KEY = 'bonusToGive';

/** A bonus that money is paid in for. */
export interface BonusToGive {
  studyId: string;
  applicationId: string;
  cedis: number;
}

export const noteBonusToGive = (bonus: BonusToGive): void => writeDraft(KEY, bonus, sessionStorage);

/** What sending one payment costs. */
export const sendingFee = ({ quote: { payoutFeesInPesewas, places } }: Budget): number =>
  payoutFeesInPesewas / places;

interface PaidInBonusProps {
  budget: Budget;
  /** For a greater one; undefined while nothing can be paid in. */
  onPayIn: ((bonus: BonusToGive) => void) | undefined;
}

/** Leads from the money that has come in to the bonus that it is for. */
export function PaidInBonus({ budget, onPayIn }: PaidInBonusProps) {
  const [isOpen, setIsOpen] = useState(false);
  const bonus = readDraft(KEY, sessionStorage) as BonusToGive | null;
  if (bonus?.studyId !== budget.studyId || budget.state !== 'OPEN') return null;
  const { applicationId, cedis } = bonus;
  const feeInPesewas = sendingFee(budget);
  if (!isOpen && budget.availableInPesewas < cedis * 100 + feeInPesewas) return null;
  return (
    <>
      <Banner
        className="mb-4"
        tone="info"
        title={words.bonusPaidIn(money(cedis * 100))}
        action={<Button onClick={() => setIsOpen(true)}>{words.giveBonus}</Button>}
      >
        {words.bonusPaidInText}
      </Banner>
      {isOpen && (
        <BonusModal
          applicationId={applicationId}
          availableInPesewas={budget.availableInPesewas}
          feeInPesewas={feeInPesewas}
          cedis={cedis}
          onPayIn={
            onPayIn &&
            ((next) => {
              setIsOpen(false);
              onPayIn({ ...bonus, cedis: next });
            })
          }
          onGiven={() => clearDrafts([KEY], sessionStorage)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
