import { changeEmail } from '@app/contracts/identity/email-change.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { emailChangeWords as words } from '@app/words/email-change.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callIdentity, newIdempotencyKey } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { accountKey, deviceKey } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { storeUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = () => pageMeta(words.title);
export const handle = screens.confirmEmail;

const endings = {
  TOKEN_NOT_VALID: [words.deadHeading, words.deadText],
  INVALID_INPUT: [words.deadHeading, words.deadText],
  EMAIL_IN_USE: [words.inUseHeading, words.inUseText],
} as const;

const confirmationEnding = (error: unknown) =>
  error instanceof CallFailed ? endings[error.code as keyof typeof endings] : undefined;

/** Mail scanners open links. So the person must click a button (D-24). */
export default function ConfirmEmail() {
  const { token = '' } = useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [end, setEnd] = useState<(typeof endings)[keyof typeof endings]>();
  const change = useSingleCall(['email-change', token], {
    mutationFn: async () => {
      try {
        return await callIdentity(changeEmail, { body: { token }, idempotencyKey });
      } catch (error) {
        const ending = confirmationEnding(error);
        if (ending === undefined) throw error;
        setEnd(ending);
        return undefined;
      }
    },
    onSuccess: async (user) => {
      if (user === undefined) return;
      storeUser(user);
      toast.success(words.changed);
      void client.invalidateQueries({ queryKey: deviceKey() });
      void client.invalidateQueries({ queryKey: accountKey() });
      // The token must not stay in the browser's history.
      await navigate(paths.accounts, { replace: true });
    },
  });
  if (end) {
    const [title, text] = end;
    return (
      <Outcome
        takesFocus
        title={title}
        actions={<LinkButton to={paths.accounts}>{words.toAccount}</LinkButton>}
      >
        <p>{text}</p>
      </Outcome>
    );
  }
  return (
    <Outcome
      title={words.question}
      actions={
        <>
          <Button isBusy={change.isPending} onClick={() => change.mutate()}>
            {words.confirm}
          </Button>
          <LinkButton to={paths.accounts} variant="secondary">
            {words.notNow}
          </LinkButton>
        </>
      }
    >
      <p>{words.questionText}</p>
    </Outcome>
  );
}
