import { verificationMessages as words } from '@app/words/email-verification.ts';
import { isEmail } from '@app/contracts/text.ts';
import { Link, useMatches, useParams } from 'react-router';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Resend } from './resend.tsx';
import { SignUpAgain } from './sign-up-again.tsx';
import { variantOf } from './verification-variant.ts';

export const meta = ({ matches }: { matches: readonly ({ id: string } | undefined)[] }) =>
  titled(variantOf(matches.at(-1)?.id).heading);

export default function EmailVerification() {
  const { email } = useParams();
  const { heading, text, letter, isFailure = false, way } = variantOf(useMatches().at(-1)?.id);
  const known = isFailure && !isEmail(email ?? '') ? undefined : email;
  return (
    <AuthFrame>
      <h1>{heading}</h1>
      <p className="mt-3 text-cocoa-2 wrap-anywhere">{text(email ?? '')}</p>
      {letter ? (
        <>
          <Resend letter={letter} email={known} isFailure={isFailure} />
          <p className="mt-7">
            {way?.question ?? words.wrongAddress}{' '}
            {way ? (
              <Link to={way.to} className="text-link">
                {way.text}
              </Link>
            ) : (
              <SignUpAgain />
            )}
          </p>
        </>
      ) : (
        way && (
          <LinkButton to={way.to} className="mt-6">
            {way.text}
          </LinkButton>
        )
      )}
    </AuthFrame>
  );
}
