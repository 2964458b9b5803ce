import { verificationWords as words } from '@app/words/email-verification.ts';
import { isEmail } from '@app/contracts/text.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useState } from 'react';
import { Link, useLocation, useMatches, useParams } from 'react-router';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { EmailForm } from '../email-form.tsx';
import { type ResendableEmail, useArrivedAfterResend, useResend } from './use-resend.ts';

/** This screen has four variants (S-105). */
interface Variant {
  heading: string;
  text: (email: string) => string;
  emailKind?: ResendableEmail;
  /**
   * True after a link that did not work. No email was sent then. If the page does not know the address, it
   * asks for it.
   */
  isFailure?: boolean;
  way: { question?: string; to: string; text: string };
}

const logIn = { to: paths.logIn, text: words.logIn };

const variants: Record<string, Variant> = {
  'password-email-sent': {
    ...words.passwordEmailSent,
    emailKind: 'PASSWORD',
    way: { question: words.wrongAddress, to: paths.forgotPassword, text: words.tryOtherEmail },
  },
  'verifying-confirmation': {
    ...words.verifyingConfirmation,
    emailKind: 'VERIFICATION',
    way: { question: words.wrongAddress, ...logIn },
  },
  'verification-success': { heading: words.success.heading, text: () => words.success.text, way: logIn },
  'verification-failed': {
    heading: words.failed.heading,
    text: () => words.failed.text,
    emailKind: 'VERIFICATION',
    isFailure: true,
    way: { question: words.failed.verifiedBefore, ...logIn },
  },
};

function routeVariant(routeId: string | undefined): Variant {
  return variants[routeId ?? ''] ?? variants['verification-failed']!;
}

export const meta = ({ matches }: { matches: readonly ({ id: string } | undefined)[] }) =>
  pageMeta(routeVariant(matches.at(-1)?.id).heading);

interface ResendProps {
  emailKind: ResendableEmail;
  email: string | undefined;
  isFailure: boolean;
}

function Resend({ emailKind, email, isFailure }: ResendProps) {
  const { resend, isPending } = useResend(emailKind);
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
  const why = email === undefined ? words.askForEmail : withEmail;
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

export default function EmailVerification() {
  const { email } = useParams();
  const { heading, text, emailKind, isFailure = false, way } = routeVariant(useMatches().at(-1)?.id);
  // A role cannot be changed, so the link goes back within the same role.
  const signUp = (useLocation().state as { signUp?: string } | null)?.signUp;
  const known = isFailure && !isEmail(email ?? '') ? undefined : email;
  return (
    <AuthFrame>
      <h1>{heading}</h1>
      <p className="mt-3 text-cocoa-2 wrap-anywhere">{text(email ?? '')}</p>
      {emailKind ? (
        <>
          <Resend emailKind={emailKind} email={known} isFailure={isFailure} />
          <p className="mt-7">
            {way.question}{' '}
            <Link to={signUp ?? way.to} className="text-link">
              {signUp ? words.signUpAgain : way.text}
            </Link>
          </p>
        </>
      ) : (
        <LinkButton to={way.to} className="mt-6">
          {way.text}
        </LinkButton>
      )}
    </AuthFrame>
  );
}
