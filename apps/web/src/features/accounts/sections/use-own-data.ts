import { downloadOwnData } from '@app/contracts/identity/leaving.ts';
import { accountMessages as words } from '@app/words/accounts.ts';
import { callIdentity } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { toast } from '../../../ui/toast.ts';

export function useOwnData() {
  return useSingleCall(['own-data'], {
    mutationFn: () => callIdentity(downloadOwnData),
    onSuccess(file) {
      saveFile(file);
      toast.success(words.ownDataSaved);
    },
  });
}
