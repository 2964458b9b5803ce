import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { lazyPart } from '../../ui/states.tsx';
import { hasApplicantFilter, changeApplicantSearch, parseView } from './filter/view.ts';

const FileChoices = lazyPart(async () => (await import('./file-choices.tsx')).FileChoices);

export function ListActions({ study, pending }: { study: Study; pending: number }) {
  const [search] = useSearchParams();
  const { filter } = parseView(search);
  const { status: _, ...others } = filter;
  return (
    <div className="flex flex-wrap gap-2">
      {pending > 0 && (
        <LinkButton
          to={{ search: changeApplicantSearch(search, { review: 'true', submission: undefined }) }}
          preventScrollReset
          size="small"
          className="max-sm:grow"
        >
          {hasApplicantFilter(others) ? words.reviewMatching : words.review(pending)}
        </LinkButton>
      )}
      <MoreMenu
        isNamed
        label={hasApplicantFilter(filter) ? words.exportMatching : words.export}
        className="ml-auto"
      >
        {(close) => <FileChoices studyId={study.id} filter={filter} onSaved={close} />}
      </MoreMenu>
    </div>
  );
}
