import { choiceWords } from '@app/contracts/messages/choices.ts';
import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { Trash2, Users } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { longDate } from '../../ui/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { studyTones } from '../../ui/status-tones.ts';
import { mayBeDeleted } from './deleting.ts';

function durationOf({ durationInMinutes }: StudySummary): string {
  const known: Record<number, string> = choiceWords.durationInMinutes;
  return (durationInMinutes !== null && known[durationInMinutes]) || words.notSet;
}

/** How many of the places are taken. */
function acceptedOf({ acceptedCount, desiredNumberOfParticipants: wanted }: StudySummary): string {
  return wanted === null ? words.notSet : words.acceptedOf(acceptedCount, wanted);
}

function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dt className="text-xs text-cocoa-3">{label}</dt>
      <dd className="figures font-semibold">{value}</dd>
    </div>
  );
}

/** One study of a project with its counts. */
export function StudyRow({ study, onDelete }: { study: StudySummary; onDelete: () => void }) {
  const when = study.publishedAt
    ? words.published(longDate(study.publishedAt))
    : words.drafted(longDate(study.createdAt));
  return (
    <li className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="wrap-anywhere">{study.name}</h3>
          <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">{words.publicNameIs(study.publicName)}</p>
        </div>
        <Badge tone={studyTones[study.state]}>{choiceWords.studyState[study.state]}</Badge>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:gap-x-10">
        <Fact label={words.duration} value={durationOf(study)} />
        <Fact label={words.accepted} value={acceptedOf(study)} />
        <Fact label={words.applied} value={study.appliedCount} />
        <Fact label={words.qualified} value={study.qualifiedCount} />
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="text-sm text-cocoa-3">{when}</p>
        <div className="-mr-2 flex gap-2">
          {mayBeDeleted(study) && (
            <Button
              variant="plain"
              size="small"
              aria-label={words.deleteStudyNamed(study.name)}
              onClick={onDelete}
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
              {words.deleteStudy}
            </Button>
          )}
          <LinkButton
            variant="secondary"
            size="small"
            to={paths.studyApplicants(study.id)}
            aria-label={words.applicantsOf(study.name)}
          >
            <Users aria-hidden="true" className="size-4.5" />
            {words.applicants}
          </LinkButton>
        </div>
      </div>
    </li>
  );
}
