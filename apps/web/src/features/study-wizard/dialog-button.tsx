import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { usePart } from '../../ui/use-part.ts';
import { PartState } from './part-state.tsx';

interface DialogButtonProps<Props> {
  Icon: LucideIcon;
  label: string;
  hint: string;
  title: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  className: string;
}

/** Opens a dialog; what it shows is fetched then. */
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
        {Part ? <Part {...props} /> : <PartState isFailed={isFailed} onRetry={retry} />}
      </Modal>
    </>
  );
}
