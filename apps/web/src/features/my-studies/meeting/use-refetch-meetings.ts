import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../../api/keys.ts';

export function useRefetchMeetings(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: meetingKeys.all() });
}

/** A success stays busy until the list arrives; a refusal frees its button. */
export const settled =
  (refetch: () => Promise<void>) =>
  (_data: unknown, error: Error | null): Promise<void> | undefined => {
    const read = refetch();
    return error === null ? read : undefined;
  };
