import { applicantWords as words } from '@app/words/applicants.ts';
import {
  exportApplicants,
  exportApplicantsWorkbook,
  type ApplicantFilter,
} from '@app/contracts/project/applicants.ts';
import { callProject } from '../../api/call.ts';
import { saveFile } from '../../api/save-file.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface FileChoiceProps {
  studyId: string;
  endpoint: typeof exportApplicants | typeof exportApplicantsWorkbook;
  filter: ApplicantFilter;
  label: string;
  onSaved: () => void;
}

function FileChoice({ studyId, endpoint, filter, label, onSaved }: FileChoiceProps) {
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

const files = [
  [exportApplicants, words.asCsv],
  [exportApplicantsWorkbook, words.asWorkbook],
] as const;

export function FileChoices(props: Pick<FileChoiceProps, 'studyId' | 'filter' | 'onSaved'>) {
  return files.map(([endpoint, label]) => <FileChoice key={label} {...props} {...{ endpoint, label }} />);
}
