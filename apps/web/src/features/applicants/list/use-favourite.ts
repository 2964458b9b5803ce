import { type Applicant, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { callProject } from '../../../api/call.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { changeRows } from '../applicant-queries.ts';

/** Only this researcher changes the value, so it can be shown before it is saved. */
export function useFavourite(studyId: string): (applicant: Applicant) => void {
  const client = useQueryClient();
  // Two changes for one person at the same time could arrive in the wrong order.
  const underWay = useRef(new Set<string>());
  return useCallback(
    ({ id, isFavourite }) => {
      if (underWay.current.has(id)) return;
      underWay.current.add(id);
      const show = (is: boolean) =>
        changeRows(client, studyId, new Map([[id, (row) => ({ ...row, isFavourite: is })]]));
      show(!isFavourite);
      callProject(remarkApplicant, {
        params: { id: studyId, applicationId: id },
        body: { isFavourite: !isFavourite },
      })
        .catch((error: unknown) => {
          show(isFavourite);
          toastFailure(error);
        })
        .finally(() => underWay.current.delete(id));
    },
    [client, studyId],
  );
}
