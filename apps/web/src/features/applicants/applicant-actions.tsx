import { applicantWords as words } from '@app/words/applicants.ts';
import {
  exportApplicants,
  exportApplicantsWorkbook,
  type ApplicantFilter,
} from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useSearchParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { saveFile } from '../../api/save-file.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { hasApplicantFilter, changeApplicantSearch, parseView } from './filter/view.ts';

interface ExportChoiceProps {
  studyId: string;
  endpoint: typeof exportApplicants | typeof exportApplicantsWorkbook;
  filter: ApplicantFilter;
  label: string;
  onSaved: () => void;
}

function ExportChoice({ studyId, endpoint, filter, label, onSaved }: ExportChoiceProps) {
  const saving = useSingleCall([endpoint.path], {
    mutationFn: () => callProject(endpoint, { params: { id: studyId }, query: filter }),
    onSuccess(file) {
      saveFile(file);
      onSaved();
      toast.success(words.exported);
    },
  });
  return (
    <Button variant="plain" size="small" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      {label}
    </Button>
  );
}

export function Actions({ study, pending }: { study: Study; pending: number }) {
  const [search] = useSearchParams();
  const { filter } = parseView(search);
  const { status: _, ...others } = filter;
  return (
    <div className="flex flex-wrap gap-2">
      {pending > 0 && (
        <LinkButton
          to={{ search: changeApplicantSearch(search, { review: 'true' }) }}
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
        {(close) =>
          (
            [
              [exportApplicants, words.asCsv],
              [exportApplicantsWorkbook, words.asWorkbook],
            ] as const
          ).map(([endpoint, label]) => (
            <ExportChoice key={label} studyId={study.id} onSaved={close} {...{ endpoint, filter, label }} />
          ))
        }
      </MoreMenu>
    </div>
  );
}
