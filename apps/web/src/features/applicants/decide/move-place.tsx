import { sayGroup } from '@app/words/groups.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import { countApplicants } from '@app/contracts/project/applicants.ts';
import { changeCells } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

interface MovePlaceProps {
  study: Study;
  /** The full group. */
  cell: number;
  onMoved: () => void;
}

/** A place of the group with the most free ones goes to a full one. Their counts are read at the press, as they are then. */
export function MovePlace({ study, cell, onMoved }: MovePlaceProps) {
  const client = useQueryClient();
  const { id } = study;
  const moving = useMutation({
    async mutationFn() {
      const { byCell } = await callProject(countApplicants, { params: { id } });
      const free = study.cells.map(({ places }, at) => (at === cell ? 0 : places - (byCell[at]?.taken ?? 0)));
      const from = free.indexOf(Math.max(...free));
      if ((free[from] ?? 0) <= 0) return false;
      const change = new Map([
        [from, -1],
        [cell, 1],
      ]);
      const cells = study.cells.map((one, at) => ({ ...one, places: one.places + (change.get(at) ?? 0) }));
      await callProject(changeCells, { params: { id }, body: { cells }, ifVersion: study.version });
      return true;
    },
    onError(error) {
      toastFailure(error);
      // It may have been changed elsewhere.
      void client.invalidateQueries({ queryKey: applicantKeys.study(id) });
    },
    async onSuccess(hasMoved) {
      if (!hasMoved) return toast.info(words.noneFree);
      await client.invalidateQueries({ queryKey: applicantKeys.study(id) });
      return onMoved();
    },
  });
  const group = study.cells[cell];
  if (!group || (study.state !== 'PUBLISHED' && study.state !== 'PAUSED')) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-2"
      isBusy={moving.isPending}
      onClick={() => moving.mutate()}
    >
      {words.move(sayGroup(group))}
    </Button>
  );
}
