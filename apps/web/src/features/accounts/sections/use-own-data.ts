import { downloadOwnData } from '@app/contracts/identity/leaving.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';

export function useOwnData() {
  return useMutation({
    mutationFn: () => callIdentity(downloadOwnData),
    onMutate: dismissFailures,
    onSuccess(file) {
      saveFile(file);
      toast.success(words.ownDataSaved);
    },
    onError: toastFailure,
  });
}
