import { readCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { projectKeys } from '../../../api/keys.ts';
import { timeAgo } from '../../../format/dates.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Loading, Skeleton, EmptyState } from '../../../ui/states.tsx';

/** If no company was submitted, the server refuses this call. */
function useSentCompany({ userId, adminVerificationStatus }: SignedInUser) {
  return useQuery({
    queryKey: projectKeys.company(userId, adminVerificationStatus),
    queryFn: ({ signal }) => callIdentity(readCompanyInformation, { query: { userId } }, signal),
    enabled: adminVerificationStatus !== null,
  });
}

export function NotVerified({ user }: { user: SignedInUser }) {
  const { data: sent, isLoading } = useSentCompany(user);
  const newProject = <LinkButton to={paths.createProject}>{words.newProject}</LinkButton>;
  if (isLoading) {
    return (
      <Loading>
        <Skeleton className="h-56" />
      </Loading>
    );
  }
  if (user.adminVerificationStatus === 'PENDING') {
    return (
      <EmptyState
        title={words.waitingTitle}
        text={
          <>
            {sent && (
              <p className="mb-2">
                {words.waitingSince(longDate(sent.submittedAt), timeAgo(sent.submittedAt))}
              </p>
            )}
            <p>{words.waitingText}</p>
          </>
        }
        action={newProject}
      />
    );
  }
  if (user.adminVerificationStatus === 'DECLINED') {
    return (
      <EmptyState
        title={words.declinedTitle}
        text={
          <>
            <p>{words.declinedText}</p>
            {sent?.declineReason && (
              <p className="mt-2 whitespace-pre-line text-cocoa wrap-anywhere">
                {words.declinedReason(sent.declineReason)}
              </p>
            )}
          </>
        }
        action={<LinkButton to={paths.kyc}>{words.correctCompany}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      title={words.emptyTitle}
      text={
        <>
          <p>{words.emptyText}</p>
          <p className="mt-2">{words.mayNotNew}</p>
        </>
      }
      action={newProject}
    />
  );
}
