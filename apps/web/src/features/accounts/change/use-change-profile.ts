import { changeUserInformation, type UserInformationChange } from '@app/contracts/identity/profile.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callIdentity } from '../../../api/call.ts';
import { paymentKeys, profileKey, studyKeys } from '../../../api/keys.ts';

/** Changes whole parts of the set-up and shows what the server made of them. */
export function useChangeProfile() {
  const client = useQueryClient();
  return async (body: UserInformationChange): Promise<void> => {
    const profile = await callIdentity(changeUserInformation, { body });
    client.setQueryData(profileKey(body.userId), profile);
    // Only its last digits are known here, so another number may look the same.
    void client.invalidateQueries({ queryKey: paymentKeys.account(body.userId) });
    // Which studies fit depends on it.
    await client.invalidateQueries({ queryKey: studyKeys.all() });
  };
}
