import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../../api/keys.ts';

export function useRefetchMeetings(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: meetingKeys.all() });
}
