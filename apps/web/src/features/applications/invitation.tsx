import { acceptInvitation } from '@app/contracts/identity/invitations.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicationWords } from '@app/words/applications.ts';
import { acceptInvitationWords as words } from '@app/words/accept-invitation.ts';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { callIdentity } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, FailedState, Loading, Skeleton } from '../../ui/states.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';

interface InvitationProps {
  token: string;
  studyId: string;
  firstName: string;
}

/** If the invitation went to another email than that of the account, the person must confirm. */
export function Invitation({ token, studyId, firstName }: InvitationProps) {
  const navigate = useNavigate();
  const key = useMemo(() => ['invitation', token], [token]);
  const taking = useSingleCall<void, boolean>(key, {
    mutationFn: (takesOtherAddress) =>
      callIdentity(acceptInvitation, { params: { token }, body: { takesOtherAddress } }),
    onSuccess: () => void navigate(`${paths.studyApply(studyId)}?from=invitation`, { replace: true }),
    onError: () => undefined,
  });
  const { mutate, error, variables = false } = taking;
  useEffect(() => mutate(false), [mutate]);
  const code = error instanceof CallFailed ? error.code : null;
  useHeadingFocus(code ?? 'OPEN');
  return (
    <>
      <h1 className="mb-5">{applicationWords.heading}</h1>
      {error === null ? (
        <Loading label={words.opening}>
          <Skeleton className="h-24" />
        </Loading>
      ) : (
        <Outcome
          code={code}
          error={error}
          firstName={firstName}
          onTake={() => mutate(true)}
          onRetry={() => mutate(variables)}
        />
      )}
    </>
  );
}

interface OutcomeProps {
  code: string | null;
  error: Error;
  firstName: string;
  onTake: () => void;
  onRetry: () => void;
}

function Outcome({ code, error, firstName, onTake, onRetry }: OutcomeProps) {
  const toBrowse = <LinkButton to={paths.browseStudies}>{applicationWords.toBrowse}</LinkButton>;
  if (code === 'INVITATION_OF_OTHER_ADDRESS')
    return (
      <EmptyState
        title={words.otherTitle}
        text={words.otherText(firstName)}
        action={
          <div className="flex flex-wrap gap-3">
            <Button onClick={onTake}>{words.take(firstName)}</Button>
            <LinkButton variant="secondary" to={paths.browseStudies}>
              {words.leave}
            </LinkButton>
          </div>
        }
      />
    );
  if (code === 'INVITATION_USED')
    return <EmptyState title={words.usedTitle} text={words.usedText} action={toBrowse} />;
  // A malformed token is also a broken link.
  if (code === 'TOKEN_NOT_VALID' || code === 'INVALID_INPUT' || code === 'NO_SUCH_CALL')
    return <EmptyState title={words.brokenTitle} text={words.brokenText} action={toBrowse} />;
  return <FailedState text={failureMessage(error)} onRetry={onRetry} />;
}
