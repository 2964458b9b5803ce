import { partWords } from '@app/words/parts.ts';
import { X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { registerOpenDialog } from './top-layer.ts';
import { WovenThread } from './woven-pattern.tsx';

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  keep?: string;
  isSuccess?: boolean;
  /** On phones, `dialog` is a sheet. */
  shape?: 'dialog' | 'menu';
}

const shapes = {
  dialog:
    'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-t-modal max-sm:animate-rise sm:w-120 sm:rounded-modal sm:animate-appear',
  menu: 'mt-0 w-full max-w-none rounded-b-modal animate-appear',
};

/** The first field of a dialog takes the focus, except filters and fields with a link to copy. */
const FIRST_FIELD =
  'textarea:enabled:read-write, input:enabled:not([readonly], [type=checkbox], [type=file], [type=search])';

function useShownModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because a later one would close the dialog after its removal, without giving focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element) return undefined;
    // On touch screens, a field with the focus would open the keyboard over the sheet. Moving the focus later
    // would need a second layout.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    element.autofocus = isTouch;
    // Otherwise the close button would take the focus.
    const field = element.querySelector<HTMLInputElement | HTMLTextAreaElement>(FIRST_FIELD);
    if (field) field.autofocus = !isTouch;
    element.showModal();
    const leave = registerOpenDialog(element);
    return () => {
      leave();
      element.close();
    };
  }, [isOpen]);
  return dialog;
}

function isInside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

interface ModalHeadProps extends Pick<ModalProps, 'title' | 'onClose'> {
  titleId: string;
}

function ModalHead({ titleId, title, onClose }: ModalHeadProps) {
  return (
    <div className="flex items-start justify-between gap-4">
      <h2 id={titleId} className="min-w-0 text-2xl wrap-anywhere">
        {title}
      </h2>
      <button
        type="button"
        aria-label={partWords.close}
        onClick={onClose}
        className={buttonClass({ variant: 'plain', size: 'icon', className: '-mt-1.5 -mr-2.5' })}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

/** The browser's dialog element handles the focus, and the rest of the page becomes inert. */
export function Modal({
  isOpen,
  onClose,
  title,
  children,
  actions,
  keep,
  isSuccess,
  shape = 'dialog',
}: ModalProps) {
  const dialog = useShownModal(isOpen);
  const titleId = useId();

  function pressBeside(event: MouseEvent<HTMLDialogElement>) {
    // Ignores the second click of a double click.
    if (event.target !== event.currentTarget || event.detail > 1) return;
    if (isInside(event)) return;
    // The dialog has given the focus back, and the click would move the focus away again.
    event.preventDefault();
    onClose();
  }

  /** Otherwise Enter would submit the form around the dialog. */
  function keepFromForm(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    const { form } = event.target;
    if (form && !event.currentTarget.contains(form)) event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it; Escape does the same
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // If a file picker inside is cancelled, its event arrives here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={pressBeside}
      onKeyDown={keepFromForm}
      className={cx(
        'm-auto max-h-[calc(100dvh-2rem)] overflow-x-hidden overflow-y-auto overscroll-contain bg-surface p-0 shadow-float',
        'backdrop:bg-veil',
        shapes[shape],
      )}
    >
      {isOpen && (
        <>
          {isSuccess && <WovenThread className="block h-2 w-full" />}
          <div className="p-5 sm:p-7">
            <ModalHead titleId={titleId} title={title} onClose={onClose} />
            {children && <div className="mt-3 text-cocoa-2 wrap-anywhere">{children}</div>}
            {actions && (
              <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
                {actions}
                {keep && (
                  <Button variant="secondary" onClick={onClose}>
                    {keep}
                  </Button>
                )}
              </div>
            )}
          </div>
        </>
      )}
    </dialog>
  );
}
