import { accountMessages as words } from '@app/words/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import type { CallFailed } from '../../../api/failure.ts';
import { logInAgain } from '../../../api/session/log-in-again.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

/** Why the owner could not be confirmed, and the way on. */
export function OwnerRefusal({ refusal }: { refusal: CallFailed | null }) {
  const again = useMutation({ mutationFn: logInAgain, onError: toastFailure });
  if (refusal === null) return <div role="alert" />;
  if (refusal.code === 'LOG_IN_AGAIN') {
    return (
      <div role="alert">
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
      </div>
    );
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
