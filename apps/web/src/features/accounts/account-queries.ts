import { listOwnSessions, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { readUserInformation } from '@app/contracts/identity/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { callIdentity } from '../../api/call.ts';
import { accountKey, deviceKey, profileKey } from '../../api/keys.ts';
import { useUser } from '../../session/session.ts';

export function useAccount() {
  const userId = useUser()?.userId;
  return useQuery({
    queryKey: accountKey(userId),
    queryFn: ({ signal }) => callIdentity(readOwnAccount, {}, signal),
    enabled: userId !== undefined,
  });
}

export function useDevices() {
  const userId = useUser()?.userId;
  return useQuery({
    queryKey: deviceKey(userId),
    queryFn: ({ signal }) => callIdentity(listOwnSessions, {}, signal),
    staleTime: 0,
    enabled: userId !== undefined,
  });
}

/** Before the set-up, the server would refuse this call. */
export function useProfile() {
  const user = useUser();
  return useQuery({
    queryKey: profileKey(user?.userId),
    queryFn: ({ signal }) => callIdentity(readUserInformation, {}, signal),
    enabled: user?.hasUserInfo === true,
  });
}
