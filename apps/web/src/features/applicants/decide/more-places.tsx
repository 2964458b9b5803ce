import { applicantWords as words } from '@app/words/applicants.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Link } from 'react-router';

/** The way out of a full study that takes nobody's place: to where places are added. */
export function MorePlaces({ studyId }: { studyId: string }) {
  return (
    <Link
      to={paths.study(studyId)}
      state={{ isAddingPlaces: true }}
      className="text-link inline-flex min-h-6 items-center max-sm:min-h-11 max-sm:min-w-11"
    >
      {words.morePlaces}
    </Link>
  );
}
