import { useQuery, useQueryClient } from '@tanstack/react-query';
import { applicantKeys } from '../../api/keys.ts';

/**
 * Keeps the meetings in the list of now. They are asked for once something has come in, since the list has those of when it was
 * read; nothing of it moves, and what is selected or being done stays.
 */
export function useMeetingsOfNow(studyId: string): void {
  const client = useQueryClient();
  useQuery({
    queryKey: applicantKeys.meetings(studyId),
    queryFn: async ({ signal }) => (await import('./show-meetings.ts')).showMeetings(client, studyId, signal),
    initialData: null,
    staleTime: Infinity,
    gcTime: 0,
  });
}
