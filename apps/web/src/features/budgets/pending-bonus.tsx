import type { Budget } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis as money } from '@app/words/cedis.ts';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import {
  type BonusToGive,
  type PendingBonus,
  deletePendingBonus,
  paidInBonus,
  sendingFee,
} from './pending-bonuses.ts';

const BonusModal = lazyPart(async () => (await import('./bonus-modal.tsx')).BonusModal);

interface PaidInBonusProps {
  budget: Budget;
  onPayIn: ((bonus: BonusToGive) => void) | undefined;
}

export function PaidInBonus({ budget, onPayIn }: PaidInBonusProps) {
  const [opened, setOpened] = useState<PendingBonus | null>(null);
  const [, countPutAway] = useState(0);
  const isOpen = opened !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) focusHeading();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const bonus = opened ?? paidInBonus(budget);
  if (!bonus) return null;
  const { fundingId: _, cedis, ...recipient } = bonus;
  return (
    <>
      <Banner
        className="mb-4"
        tone="info"
        title={words.bonusPaidIn(money(cedis * 100))}
        action={
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpened(bonus)}>{words.giveBonus}</Button>
            <Button
              variant="quiet"
              onClick={() => {
                deletePendingBonus(recipient.applicationId);
                countPutAway((count) => count + 1);
                focusHeading();
              }}
            >
              {words.notNow}
            </Button>
          </div>
        }
      >
        {words.bonusPaidInText}
      </Banner>
      {isOpen && (
        <BonusModal
          {...recipient}
          availableInPesewas={budget.availableInPesewas}
          feeInPesewas={sendingFee(budget)}
          cedis={cedis}
          onPayIn={
            onPayIn &&
            ((next) => {
              setOpened(null);
              onPayIn({ ...recipient, cedis: next });
            })
          }
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
