import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Link } from 'react-router';

interface MorePlacesProps {
  study: Pick<Study, 'id' | 'state' | 'incentive'>;
}

/** The way out of a full study that takes nobody's place: to where places are added, or paid for. A closed one has none. */
export function MorePlaces({ study: { id, state, incentive } }: MorePlacesProps) {
  if (state !== 'PUBLISHED' && state !== 'PAUSED') return null;
  return (
    <Link
      to={incentive > 0 ? paths.morePlaces(id) : paths.study(id)}
      state={{ isAddingPlaces: true }}
      className="text-link inline-flex min-h-6 items-center max-sm:min-h-11 max-sm:min-w-11"
    >
      {words.morePlaces}
    </Link>
  );
}
