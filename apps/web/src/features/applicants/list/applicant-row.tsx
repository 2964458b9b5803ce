import { applicantMessages as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { ChevronDown, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { longDate, timeAgo } from '../../../format/dates.ts';
import { applicationTones, screeningTones } from '../../../product/status-tones.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button-look.ts';
import { cx } from '../../../ui/cx.ts';
import { nameOf } from '../name-of.ts';
import { MeetingLine } from './meeting-line.tsx';
import { as } from './table-roles.ts';

/** A card of three lines on phones, one line of columns from a wide screen on. */
export const rowClass =
  'grid grid-cols-[2.75rem_auto_minmax(0,1fr)_2.75rem] items-center gap-x-2 px-2 sm:px-4 ' +
  'lg:grid-cols-[2.75rem_minmax(0,1fr)_6.5rem_7rem_9rem_6rem_2.75rem]';

/** Where the focus goes back to when what it stood on is gone. */
export const toggleIdOf = (id: string) => `applicant-${id}`;

export interface RowProps {
  applicant: Applicant;
  isSelected: boolean;
  /** Absent where it cannot be decided on: after a withdrawal, or by a researcher who is not verified. */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined;
  onToggle: (id: string) => void;
  onFavourite: (applicant: Applicant) => void;
  /** What stands below it while it is open. */
  details: ReactNode;
}

/** One applicant. Of a thousand only those that change are drawn again, and only those that are near are laid out. */
export const ApplicantRow = memo(function ApplicantRow(props: RowProps) {
  const { applicant, isSelected, onSelect, onToggle, onFavourite, details } = props;
  const { id, applicantId, firstName, lastName, age, gender, isQualified, status, appliedAt } = applicant;
  const name = nameOf(applicant);
  const isOpen = Boolean(details);
  return (
    <tbody
      {...as.rowgroup}
      className={cx(
        'block border-t border-line [contain-intrinsic-size:auto_8rem] [content-visibility:auto]',
        'lg:[contain-intrinsic-size:auto_4rem]',
        isSelected && 'bg-paper',
      )}
    >
      <tr {...as.row} className={cx(rowClass, 'py-2')}>
        <td {...as.cell} className="size-11">
          {onSelect && (
            <label className="flex size-11 items-center justify-center">
              <input
                type="checkbox"
                aria-label={words.selectOne(name)}
                checked={isSelected}
                onChange={(event) => onSelect(id, event.target.checked)}
                className="size-5 accent-green"
              />
            </label>
          )}
        </td>
        <th {...as.rowheader} scope="row" className="text-left font-semibold max-lg:col-span-2">
          <button
            id={toggleIdOf(id)}
            type="button"
            aria-expanded={isOpen}
            onClick={() => onToggle(id)}
            className="flex min-h-11 w-full items-center gap-3 rounded-control text-left hover:text-green"
          >
            {/* The name stands beside it. */}
            <span aria-hidden="true" className="max-[420px]:hidden">
              <Avatar id={applicantId} firstName={firstName} lastName={lastName} />
            </span>
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <ChevronDown
              aria-hidden="true"
              className={cx('size-5 shrink-0 text-cocoa-2 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </th>
        <td {...as.cell} className="figures text-sm text-cocoa-2 max-lg:col-span-3 max-lg:col-start-2">
          {words.ageAndGender(age, choiceWords.gender[gender])}
        </td>
        <td {...as.cell} className="max-lg:col-start-2 max-lg:mt-1">
          <Badge tone={screeningTones[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']}>
            {isQualified ? words.qualified : words.notQualified}
          </Badge>
        </td>
        <td {...as.cell} className="max-lg:mt-1">
          <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
          <MeetingLine applicant={applicant} />
        </td>
        <td
          {...as.cell}
          className="figures text-sm text-cocoa-2 max-lg:col-span-3 max-lg:col-start-2 max-lg:mt-1"
        >
          <time dateTime={appliedAt} title={longDate(appliedAt)}>
            {timeAgo(appliedAt)}
          </time>
        </td>
        <td {...as.cell} className="max-lg:col-start-4 max-lg:row-start-1">
          <FavouriteButton {...{ applicant, name, onFavourite }} />
        </td>
      </tr>
      {isOpen && (
        <tr {...as.row} className="block">
          <td {...as.cell} className="block px-4 pt-2 pb-6 sm:px-6">
            {details}
          </td>
        </tr>
      )}
    </tbody>
  );
});

interface FavouriteProps extends Pick<RowProps, 'applicant' | 'onFavourite'> {
  name: string;
}

function FavouriteButton({ applicant, name, onFavourite }: FavouriteProps) {
  return (
    <button
      type="button"
      aria-pressed={applicant.isFavourite}
      aria-label={words.favouriteOf(name)}
      onClick={() => onFavourite(applicant)}
      className={buttonClass({ variant: 'plain', size: 'icon' })}
    >
      <Star
        aria-hidden="true"
        className={cx('size-5', applicant.isFavourite ? 'fill-gold text-gold-ink' : 'text-cocoa-3')}
      />
    </button>
  );
}
