import { shellWords } from '@app/words/shell.ts';
import { Wallet } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** Fixed at zero (S-207, D-03). */
export function WalletPill({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-2 rounded-pill bg-gold-tint px-3.5 py-2 text-sm font-semibold text-gold-ink',
        className,
      )}
    >
      <Wallet aria-hidden="true" className="size-4" />
      <span className="sr-only">{shellWords.walletLabel}</span>
      {shellWords.wallet}
    </span>
  );
}
