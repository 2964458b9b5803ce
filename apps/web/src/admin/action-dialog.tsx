import { TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { CallFailed } from '../api/failure.ts';
import { useSending } from '../forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { adminQueries } from './call-admin.ts';
import { confirmPasskey, passkeyFailure } from './passkeys.ts';
import { keepScreenOfSession } from './session.ts';

interface ActionDialogProps {
  title: string;
  /** The verb on the button. */
  confirm: string;
  isDangerous?: boolean;
  /** Describes what the action changes. */
  children?: ReactNode;
  reason?: { label: string; hint: string; templates?: readonly string[] };
  /**
   * Until an answer has arrived, a retry passes the same key. A returned text is shown instead of
   * `successText`.
   */
  onConfirm: (reason: string, idempotencyKey: string) => Promise<unknown>;
  successText: string;
  onClose: () => void;
}

/** If the action returns this, the dialog stays open with the typed text. */
export class NothingChanged {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const isSessionEnded = (error: unknown) => error instanceof CallFailed && error.status === 401;
const isPasskeyOld = (error: unknown) => error instanceof CallFailed && error.code === 'PASSKEY_TOO_OLD';

/**
 * If the action needs a recent passkey or a new session, this dialog asks for the passkey and then goes on.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, confirm, isDangerous, children, reason, onConfirm, successText, onClose } = props;
  const [text, setText] = useState('');
  const [failure, setFailure] = useState('');
  const [whyPasskey, setWhyPasskey] = useState('');
  useEffect(keepScreenOfSession, []);
  const { run, isPending } = useSending(
    async (given: string, idempotencyKey: string) => {
      setFailure('');
      if (whyPasskey) await confirmPasskey();
      setWhyPasskey('');
      const happened = await onConfirm(given, idempotencyKey);
      if (happened instanceof NothingChanged) setFailure(happened.text);
      else {
        toast.success(typeof happened === 'string' ? happened : successText);
        onClose();
      }
      await adminQueries.invalidateQueries();
    },
    (error) => {
      if (isSessionEnded(error)) return setWhyPasskey(words.sessionEndedText);
      if (isPasskeyOld(error)) return setWhyPasskey(words.passkeyAgainText);
      setFailure(passkeyFailure(error));
      // The refusal may be caused by something that the screen behind can show.
      return void adminQueries.invalidateQueries();
    },
  );
  const templates = reason?.templates ?? [];
  const given = text.trim();
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      keep={words.cancel}
      actions={
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          isBusy={isPending}
          disabled={reason !== undefined && given === ''}
          onClick={() => void run(given)}
        >
          {whyPasskey ? words.passkeyAgain(confirm) : confirm}
        </Button>
      }
    >
      {children}
      {reason && (
        <div className="mt-4 flex flex-col gap-4 text-cocoa">
          {templates.length > 0 && (
            <FilterSelect
              label={words.template}
              any={words.noTemplate}
              options={templates.map((template) => [template, template])}
              value={templates.includes(text) ? text : ''}
              onChange={setText}
            />
          )}
          <TextArea
            label={reason.label}
            hint={reason.hint}
            maxCharacters={TEXTAREA_MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <p role="alert" className="mt-4 text-laterite empty:hidden">
        {failure || whyPasskey}
      </p>
    </Modal>
  );
}
