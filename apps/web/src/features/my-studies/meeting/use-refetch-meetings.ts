import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../../api/keys.ts';

export function useRefetchMeetings(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: meetingKeys.all() });
}

/** After a success, the button stays busy until the list arrives. After a refusal, it can be used at once. */
export const settled =
  (refetch: () => Promise<void>) =>
  (_data: unknown, error: Error | null): Promise<void> | undefined => {
    const read = refetch();
    return error === null ? read : undefined;
  };
