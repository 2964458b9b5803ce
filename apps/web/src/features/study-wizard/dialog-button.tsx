import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useState, type ComponentProps } from 'react';
import { Button, buttonClass, type ButtonLook } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { usePart } from '../../ui/use-lazy-part.ts';
import { failureWords } from '@app/words/failures.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { cx } from '../../ui/cx.ts';

interface AriaDisabledButtonProps extends ComponentProps<'button'>, ButtonLook {
  isDisabled: boolean;
}

/** A disabled button would lose the focus, so only ARIA says that this one is disabled. */
export function AriaDisabledButton({
  isDisabled,
  variant,
  size,
  className,
  onClick,
  ...rest
}: AriaDisabledButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className={buttonClass({ variant, size, className: cx('aria-disabled:text-line-strong', className) })}
    />
  );
}

export function LazyPartFallback({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed) {
    return (
      <Loading>
        <Skeleton className="h-80 w-full" />
      </Loading>
    );
  }
  return (
    <div role="alert">
      <p>{words.partFailed}</p>
      <Button variant="secondary" className="mt-4" onClick={onRetry}>
        {failureWords.tryAgain}
      </Button>
    </div>
  );
}

interface DialogButtonProps<Props> {
  Icon: LucideIcon;
  label: string;
  hint: string;
  title: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  className: string;
}

export function DialogButton<Props extends object>({
  Icon,
  label,
  hint,
  title,
  load,
  props,
  className,
}: DialogButtonProps<Props>) {
  const [isOpen, setIsOpen] = useState(false);
  const { part: Part, isFailed, retry } = usePart(load, isOpen);
  return (
    <>
      <div className={className}>
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </Button>
        <p className="text-sm text-cocoa-3">{hint}</p>
      </div>
      <Modal isOpen={isOpen} onClose={() => setIsOpen(false)} title={title}>
        {Part ? <Part {...props} /> : <LazyPartFallback isFailed={isFailed} onRetry={retry} />}
      </Modal>
    </>
  );
}
