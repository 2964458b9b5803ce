import { choiceWords } from '@app/words/choices.ts';
import { cedis } from '@app/words/cedis.ts';
import { projectMessages as words } from '@app/words/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { studyTones } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { rowTitleId } from '../row-address.ts';
import { StudyButtons } from './study-buttons.tsx';
import { dayOf, noteOf } from './study-words.ts';

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

interface StudyRowProps extends Pick<ComponentProps<typeof StudyButtons>, 'onAsk' | 'onElsewhere'> {
  study: StudySummary;
}

/** One study of a project with its counts, and what can be done to it. */
export function StudyRow({ study, onAsk, onElsewhere }: StudyRowProps) {
  const note = noteOf(study);
  return (
    <li className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="relative min-w-0 flex-1 basis-40">
          <h3 id={rowTitleId(study.id)} tabIndex={-1} className="wrap-anywhere focus:unmarked">
            <Link
              to={paths.study(study.id)}
              className="after:absolute after:inset-0 after:content-[''] hover:text-green hover:underline"
            >
              {study.name}
            </Link>
          </h3>
          <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">{words.publicNameIs(study.publicName)}</p>
          {study.incentive > 0 && (
            <p className="figures mt-1 text-sm font-semibold">{words.pays(cedis(study.incentive * 100))}</p>
          )}
        </div>
        <Badge tone={studyTones[study.state]}>{choiceWords.studyState[study.state]}</Badge>
      </div>
      {study.state !== 'DRAFT' && (
        <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3 sm:flex sm:gap-x-10">
          <Fact label={words.applied} value={study.appliedCount} />
          <Fact label={words.qualified} value={study.qualifiedCount} />
          <Fact label={words.waiting} value={study.pendingCount} />
          <Fact label={words.accepted} value={acceptedOf(study)} />
          <Fact label={words.duration} value={durationOf(study)} />
        </dl>
      )}
      {note && <p className="mt-3 max-w-text text-sm text-cocoa-2">{note}</p>}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="text-sm text-cocoa-3">{dayOf(study)}</p>
        <StudyButtons study={study} onAsk={onAsk} onElsewhere={onElsewhere} />
      </div>
    </li>
  );
}
