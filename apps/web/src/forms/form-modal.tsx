import { type ReactNode, useId } from 'react';
import { Modal } from '../ui/modal.tsx';
import { type Submit, SubmitButton } from './form.tsx';

interface FormModalProps {
  title: ReactNode;
  lead?: ReactNode;
  save: string;
  keep: string;
  isValid: boolean;
  sending: Submit;
  onClose: () => void;
  children: ReactNode;
}

/** If a required field is empty, the button is disabled (S-704). */
export function FormModal({
  title,
  lead,
  save,
  keep,
  isValid,
  sending: { submit, isPending },
  onClose,
  children,
}: FormModalProps) {
  const formId = useId();
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <SubmitButton form={formId} isValid={isValid} isPending={isPending}>
          {save}
        </SubmitButton>
      }
      keep={keep}
    >
      {lead}
      <form id={formId} onSubmit={submit} noValidate className="mt-4 flex flex-col gap-5 text-cocoa">
        {children}
      </form>
    </Modal>
  );
}
