import { exclusionWords } from '@app/words/exclusions.ts';
import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { readIncentive } from '../../../product/study-from-drafts.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { readServerDraft } from '../drafts/own-drafts.ts';
import type { StudySending } from '../drafts/use-submit-study.ts';
import { MeetingFields } from '../meeting/meeting-fields.tsx';
import { IncentiveField } from '../pay/incentive-field.tsx';
import type { PlanFields, PlanForm } from '../pay/plan-and-pay.ts';
import { isRestricted } from '../reach/live-reach.tsx';
import { isDuration } from '../schedule/times.ts';
import { PlacesFields } from './places-fields.tsx';

/** If only earlier participants or invited people can apply, the study is never listed. */
function ListingField({ draft, demographics }: { draft: PlanForm; demographics: unknown }) {
  if (isRestricted(demographics)) return <p>{exclusionWords.notListed}</p>;
  return (
    <Checkbox
      label={meetingFieldWords.isListed}
      hint={meetingFieldWords.isListedHint}
      {...draft.field('isListed')}
    />
  );
}

interface PlanTermsProps {
  sending: StudySending;
  draft: PlanForm;
  plan: Partial<Omit<PlanFields, 'quotas'>>;
  /** Undefined in a study with meetings, and until this code is loaded. */
  online: typeof import('../online/online-plan.tsx') | undefined;
  isOnline: boolean;
  demographics: unknown;
  closesProblem: string | undefined;
  screenOutProblem: string | undefined;
}

export function PlanTerms(props: PlanTermsProps) {
  const { draft, plan, online, isOnline, demographics, closesProblem, screenOutProblem, sending } = props;
  const incentive = readIncentive(plan);
  const screenOutPay = plan.survey?.screenOutPay ?? 0;
  const duration = isDuration(plan.durationInMinutes) ? plan.durationInMinutes : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {online && (
        <Card className="lg:p-5">
          <online.SurveyTerms {...{ draft, closesProblem }} />
        </Card>
      )}
      <Card className="lg:p-5">
        <PlacesFields draft={draft} demographics={demographics} />
      </Card>
      <Card className="lg:p-5">
        <IncentiveField
          incentive={incentive}
          places={plan.desiredNumberOfParticipants}
          minutes={isOnline ? plan.survey?.minutes : duration}
          screenOutPay={isOnline ? readIncentive({ incentive: screenOutPay }) : 0}
          savedAs={readServerDraft()?.id}
          mayHaveBudget={readServerDraft()?.mayHaveBudget === true}
          onSave={() => sending.save(incentive)}
          {...draft.numberField('incentive')}
        />
        {online && (incentive > 0 || screenOutPay !== 0) && (
          <online.ScreenOutField draft={draft} problem={screenOutProblem} />
        )}
      </Card>
      {!isOnline && (
        <Card className="lg:p-5">
          <MeetingFields plan={draft} />
        </Card>
      )}
      <Card className="lg:p-5">
        <ListingField draft={draft} demographics={demographics} />
      </Card>
    </div>
  );
}
