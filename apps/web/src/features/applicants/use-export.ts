import { applicantMessages as words } from '@app/words/applicants.ts';
import { exportApplicants, type ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { useMutation } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { saveFile } from '../../api/save-file.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../ui/toast.ts';

export function useExport(studyId: string) {
  return useMutation({
    mutationFn: (filter: ApplicantFilter) =>
      callProject(exportApplicants, { params: { id: studyId }, query: filter }),
    onSuccess(file) {
      saveFile(file);
      toast.success(words.exported);
    },
    onError: toastFailure,
  });
}
