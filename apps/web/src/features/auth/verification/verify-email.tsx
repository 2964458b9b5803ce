import { authWords as words } from '@app/words/auth.ts';
import { useParams } from 'react-router';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { titled } from '../../../product/title.ts';
import { Button } from '../../../ui/button.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useVerifyEmail } from './use-verify-email.ts';

export const meta = () => titled(words.verifyEmailHeading);

export default function VerifyEmail() {
  const { token = '' } = useParams();
  const { unreached, tryAgain } = useVerifyEmail(token);
  return (
    <AuthFrame>
      {unreached === null ? (
        <Outcome key="waiting" title={words.verifyEmailHeading}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.verifyEmailText}
          </p>
        </Outcome>
      ) : (
        <Outcome
          key="unreached"
          isNews
          title={words.notReached}
          actions={<Button onClick={tryAgain}>{words.tryAgain}</Button>}
        >
          <p>{unreached}</p>
        </Outcome>
      )}
    </AuthFrame>
  );
}
