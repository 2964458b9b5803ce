import { paths } from '@app/contracts/web-paths.ts';
import { shellWords } from '@app/words/shell.ts';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';

/** The amount is always zero, because users have no balance (S-207, D-03). */
export function WalletPill({ className, onChosen }: { className?: string; onChosen?: () => void }) {
  return (
    <Link
      to={paths.money}
      onClick={onChosen}
      className={cx(
        'figures inline-flex min-h-11 items-center gap-2 rounded-pill bg-gold-tint px-3.5 text-sm font-semibold text-gold-ink',
        className,
      )}
    >
      <Wallet aria-hidden="true" className="size-4" />
      <span className="sr-only">{shellWords.walletLabel}</span>
      {shellWords.wallet}
    </Link>
  );
}
