import { verificationMessages as words } from '@app/words/email-verification.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { EmailForm } from '../email-form.tsx';
import { type Letter, useArrivedAfterResend, useResend } from './use-resend.ts';

interface ResendProps {
  letter: Letter;
  /** Absent where nobody knows it: then it is asked for. */
  email: string | undefined;
  isFailure: boolean;
}

/** Sends the letter again and confirms it in a modal (S-504). */
export function Resend({ letter, email, isFailure }: ResendProps) {
  const { resend, isPending } = useResend(letter);
  const arrived = useArrivedAfterResend();
  const [sentTo, setSentTo] = useState(arrived ? email : undefined);
  const [isOpen, setIsOpen] = useState(sentTo !== undefined);
  async function send(to: string) {
    if (!(await resend(to))) return;
    setSentTo(to);
    setIsOpen(true);
  }
  const close = () => setIsOpen(false);
  const withEmail = isFailure && email ? words.sendNew(email) : words.nothingCame;
  const why = email === undefined ? words.askAgain : withEmail;
  return (
    <>
      <p className="mt-6 text-cocoa-2 wrap-anywhere">{why}</p>
      {email === undefined ? (
        <EmailForm send={send} button={words.resend} />
      ) : (
        <Button
          variant="secondary"
          className="mt-4"
          isWide
          isBusy={isPending}
          onClick={() => void send(email)}
        >
          {words.resend}
        </Button>
      )}
      <Modal
        isOpen={isOpen}
        onClose={close}
        title={words.sentTitle}
        isSuccess
        actions={<Button onClick={close}>{words.gotIt}</Button>}
      >
        <p className="wrap-anywhere">{words.sentText(sentTo ?? '')}</p>
      </Modal>
    </>
  );
}
