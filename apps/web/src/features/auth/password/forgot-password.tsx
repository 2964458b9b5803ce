import { resetPassword } from '@app/contracts/identity/accounts.ts';
import { authWords as words } from '@app/words/auth.ts';
import { Link, useNavigate } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { EmailForm } from '../email-form.tsx';

export const meta = () => pageMeta(words.forgotPasswordHeading, words.forgotPasswordText);

export default function ForgotPassword() {
  const navigate = useNavigate();
  async function send(email: string, idempotencyKey: string) {
    await callIdentity(resetPassword, { body: { email }, idempotencyKey });
    await navigate(paths.passwordEmailSent(email));
  }
  return (
    <AuthFrame>
      <h1>{words.forgotPasswordHeading}</h1>
      <p className="mt-2 text-cocoa-2">{words.forgotPasswordText}</p>
      <EmailForm send={send} button={words.sendLink} />
      <Link to={paths.logIn} className="text-link mt-5 inline-flex min-h-11 items-center self-start">
        {words.backToLogIn}
      </Link>
    </AuthFrame>
  );
}
