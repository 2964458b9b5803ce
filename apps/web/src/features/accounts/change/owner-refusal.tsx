import { accountWords as words } from '@app/words/accounts.ts';
import { resetPassword } from '@app/contracts/identity/account.ts';
import type { OwnAccount } from '@app/contracts/identity/own-account.ts';
import { callIdentity } from '../../../api/call.ts';
import type { CallFailed } from '../../../api/failure.ts';
import { logInAgain } from '../../../api/session/log-in-again.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

function LogInAgain() {
  const again = useSingleCall(['log-in-again'], { mutationFn: logInAgain });
  return (
    <Banner
      className="mb-4"
      title={words.logInAgainTitle}
      action={
        <Button size="small" isBusy={again.isPending} onClick={() => again.mutate()}>
          {words.logInAgain}
        </Button>
      }
    >
      {words.logInAgainText}
    </Banner>
  );
}

/** For people who have nothing to log in again with. */
function PasswordByLetter({ email }: { email: string }) {
  const letter = useSingleCall(['password-letter'], {
    mutationFn: () => callIdentity(resetPassword, { body: { email } }),
  });
  return (
    <Banner
      className="mb-4"
      title={words.passwordByLetterTitle}
      action={
        <Button size="small" isBusy={letter.isPending} onClick={() => letter.mutate()}>
          {letter.isSuccess ? words.passwordByLetterAgain : words.passwordByLetter}
        </Button>
      }
    >
      {letter.isSuccess ? words.passwordLetterSent(email) : words.passwordByLetterText}
    </Banner>
  );
}

interface OwnerRefusalProps {
  refusal: CallFailed | null;
  account: Pick<OwnAccount, 'email' | 'hasPassword' | 'hasGoogle'>;
}

/** Why the owner could not be confirmed, and the way on. */
export function OwnerRefusal({ refusal, account }: OwnerRefusalProps) {
  if (refusal === null) return <div role="alert" />;
  if (refusal.code === 'LOG_IN_AGAIN') {
    const canLogIn = account.hasPassword || account.hasGoogle;
    return <div role="alert">{canLogIn ? <LogInAgain /> : <PasswordByLetter email={account.email} />}</div>;
  }
  return (
    <div role="alert">
      <Banner
        tone="bad"
        className="mb-4"
        title={words.waitTitle}
        action={
          <LinkButton to={paths.forgotPassword} variant="secondary" size="small">
            {words.forgotPassword}
          </LinkButton>
        }
      >
        {refusal.message}
      </Banner>
    </div>
  );
}
