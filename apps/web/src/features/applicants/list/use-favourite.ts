import { type Applicant, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { callProject } from '../../../api/call.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { changeRows } from '../applicant-queries.ts';

/** Only this researcher changes the value, so showing it before it is saved cannot cause conflicts. */
export function useFavourite(studyId: string): (applicant: Applicant) => void {
  const client = useQueryClient();
  // Two parallel changes of one person could arrive in the wrong order.
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
