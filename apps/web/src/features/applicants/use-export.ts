import { applicantMessages as words } from '@app/words/applicants.ts';
import { exportApplicants, type ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { useMutation } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import type { ReceivedFile } from '../../api/receive-file.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../ui/toast.ts';

/** Has the browser save it, as a press on a link to it would. */
function save({ name, content }: ReceivedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not before the browser has taken it up.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function useExport(studyId: string) {
  return useMutation({
    mutationFn: (filter: ApplicantFilter) =>
      callProject(exportApplicants, { params: { id: studyId }, query: filter }),
    onSuccess(file) {
      save(file);
      toast.success(words.exported);
    },
    onError: toastFailure,
  });
}
