import { isEmail } from '@app/contracts/text.ts';
import { verificationMessages as words } from '@app/words/email-verification.ts';
import { Link, useLocation, useMatches, useParams } from 'react-router';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Resend } from './resend.tsx';
import { variantOf } from './verification-variant.ts';

export const meta = ({ matches }: { matches: readonly ({ id: string } | undefined)[] }) =>
  titled(variantOf(matches.at(-1)?.id).heading);

export default function EmailVerification() {
  const { email } = useParams();
  const { heading, text, letter, isFailure = false, way } = variantOf(useMatches().at(-1)?.id);
  // A role stays for good, so it is the form that they came from; whoever came by the log-in tries that again.
  const signUp = (useLocation().state as { signUp?: string } | null)?.signUp;
  const known = isFailure && !isEmail(email ?? '') ? undefined : email;
  return (
    <AuthFrame>
      <h1>{heading}</h1>
      <p className="mt-3 text-cocoa-2 wrap-anywhere">{text(email ?? '')}</p>
      {letter ? (
        <>
          <Resend letter={letter} email={known} isFailure={isFailure} />
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
