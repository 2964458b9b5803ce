import { paths } from '@app/contracts/web-paths.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { failureMessage } from '../../../api/failure.ts';
import { ownBookings } from '../../../api/own-bookings.ts';
import { useNow } from '../../../product/meetings/use-now.ts';
import { CompanyName } from '../../../product/study-detail-list.tsx';
import { pageMeta } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Loading, Skeleton, FailedState, EmptyState } from '../../../ui/states.tsx';
import { focusHeading } from '../../../ui/use-heading-focus.ts';
import { isMeetingAhead } from '../list-sections.ts';
import { OwnMeeting } from './own-meeting.tsx';

export const meta = () => pageMeta(words.meeting);
export const handle = screens.meeting;

function OneMeeting({ userId, id }: { userId: string; id: string }) {
  const { data, isError, error, isFetching, refetch } = useQuery(ownBookings(userId));
  const now = useNow();
  if (data === undefined) {
    if (!isError) {
      return (
        <Loading label={words.loading}>
          <Skeleton className="h-56" />
        </Loading>
      );
    }
    return (
      <FailedState text={failureMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  const toMyStudies = <LinkButton to={paths.studies}>{words.toMyStudies}</LinkButton>;
  const booking = data.find((one) => one.id === id);
  if (booking === undefined) {
    return <EmptyState title={words.goneTitle} text={words.goneText} action={toMyStudies} />;
  }
  const { study, studyId } = booking;
  return (
    <>
      <Card isMarked={isMeetingAhead(booking, now)} className="max-sm:p-4">
        <p className="text-lg/tight font-semibold wrap-anywhere">
          <Link to={paths.studyApply(studyId)} className="inline-block py-2.75 hover:underline">
            {study.publicName}
          </Link>
        </p>
        <CompanyName name={study.companyName} />
        <OwnMeeting booking={booking} now={now} Heading="h2" onEnded={focusHeading} />
      </Card>
      <LinkButton variant="plain" className="mt-6" to={paths.ownStudy(studyId)}>
        {words.toMyStudies}
      </LinkButton>
    </>
  );
}

export default function Meeting() {
  const user = useUser();
  const { id = '' } = useParams();
  if (user === null) return null;
  return (
    <div>
      <h1 className="mb-6">{words.meeting}</h1>
      <OneMeeting userId={user.userId} id={id} />
    </div>
  );
}
