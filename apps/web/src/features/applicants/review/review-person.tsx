import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { timeAgo } from '../../../format/dates.ts';
import { applicationTones, screeningTones } from '../../../product/status-tones.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { applicantName } from '../applicant-name.ts';
import { MeetingEnds } from '../decide/meeting-ends.tsx';
import { ApplicantDetails } from '../details/applicant-details.tsx';
import { MeetingLine } from '../list/meeting-line.tsx';
import { ReviewBar } from './review-bar.tsx';
import type { ReviewDecisions } from './use-review-decisions.ts';

function PersonHead({ applicant }: { applicant: Applicant }) {
  const { applicantId, firstName, lastName, age, gender, isQualified, status, appliedAt } = applicant;
  return (
    <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar id={applicantId} firstName={firstName} lastName={lastName} />
      <div className="min-w-0">
        <h2 className="wrap-anywhere">{applicantName(applicant)}</h2>
        <p className="figures text-sm text-cocoa-2">
          {words.ageAndGender(age, choiceWords.gender[gender])}
          {words.between}
          {timeAgo(appliedAt)}
        </p>
      </div>
      <div className="flex gap-2">
        <Badge tone={screeningTones[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']}>
          {isQualified ? words.qualified : words.notQualified}
        </Badge>
        <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
      </div>
    </div>
  );
}

interface ReviewPersonProps {
  applicant: Applicant;
  study: Study;
  mayDecide: boolean;
  decisions: ReviewDecisions;
  hasPrevious: boolean;
  onStep: (by: 1 | -1) => void;
}

export function ReviewPerson(props: ReviewPersonProps) {
  const { applicant, study, mayDecide, decisions, hasPrevious, onStep } = props;
  const { reason, isDeciding, send, accept, decline, ask } = decisions;
  return (
    <>
      <PersonHead applicant={applicant} />
      {!study.survey && <MeetingLine applicant={applicant} />}
      {mayDecide && <MeetingEnds applicant={applicant} />}
      <ApplicantDetails
        key={applicant.id}
        applicant={applicant}
        studyId={study.id}
        screeners={study.screeners}
        onDecide={undefined}
        onDecline={decline}
        isDeciding={isDeciding}
      />
      <ReviewBar
        applicant={applicant}
        reason={reason}
        mayDecide={mayDecide}
        isDeciding={isDeciding}
        hasPrevious={hasPrevious}
        onStep={onStep}
        onAccept={accept}
        onDecline={decline}
        onChangeReason={() => ask('REASON')}
        onUndo={() => send(applicant.id, { status: 'PENDING' })}
      />
    </>
  );
}
