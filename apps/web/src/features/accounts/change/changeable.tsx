import { accountWords as words } from '@app/words/accounts.ts';
import { failureWords } from '@app/words/failures.ts';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { usePart } from '../../../ui/use-lazy-part.ts';

interface ChangeableProps {
  /** With this name, screen readers can tell several "Change" buttons apart. */
  what: string;
  label?: string;
  children?: ReactNode;
  renderForm: (close: () => void) => ReactNode;
}

function FormFailed({ onRetry, close }: { onRetry: () => void; close: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <div role="alert">
      <p className="max-w-text">{failureWords.network}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button ref={button} variant="secondary" onClick={onRetry}>
          {failureWords.tryAgain}
        </Button>
        <Button variant="secondary" onClick={close}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

/** If loading fails, the person can go back to the saved value. */
export function lazyForm<Props extends { close: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyForm(props: Props) {
    const { part: Form, isFailed, retry } = usePart(load, true);
    if (Form) return <Form {...props} />;
    if (isFailed) return <FormFailed onRetry={retry} close={props.close} />;
    return (
      <Loading>
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  };
}

export function Changeable({ what, label, children, renderForm }: ChangeableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <>
        {children}
        <Button
          ref={button}
          variant="secondary"
          size="small"
          className="mt-4 mr-3"
          aria-label={label ? undefined : words.changeLabel(what)}
          onClick={() => setIsOpen(true)}
        >
          {label ?? words.change}
        </Button>
      </>
    );
  }
  return renderForm(() => setIsOpen(false));
}
