import { paths } from '@app/contracts/web-paths.ts';
import { authMessages } from '@app/words/auth.ts';
import { verificationMessages as words } from '@app/words/email-verification.ts';
import { Link, useLocation } from 'react-router';

const signUps: Readonly<Record<string, string>> = {
  RESEARCHER: paths.signUp,
  PARTICIPANT: paths.participantSignUp,
};

/** A role stays for good, so it leads to the form that they came from; whoever came by the log-in chooses. */
export function SignUpAgain() {
  const { state } = useLocation() as { state: { role?: string } | null };
  const own = signUps[state?.role ?? ''];
  if (own) {
    return (
      <Link to={own} className="text-link">
        {words.signUpAgain}
      </Link>
    );
  }
  return (
    <>
      {words.signUpAgainTo}{' '}
      <Link to={paths.signUp} className="text-link">
        {authMessages.recruit}
      </Link>{' '}
      {authMessages.or}{' '}
      <Link to={paths.participantSignUp} className="text-link">
        {authMessages.takePart}
      </Link>
    </>
  );
}
