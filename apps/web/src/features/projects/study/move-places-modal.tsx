import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import { sumQuotaPlaces } from '@app/contracts/project/quotas.ts';
import { changeQuotas } from '@app/contracts/project/study-calls.ts';
import { MAX_PARTICIPANTS, type Study } from '@app/contracts/project/studies.ts';
import { groupText } from '@app/words/quota-names.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';
import { showChangeElsewhere } from '../studies/use-transition-study.ts';

interface MovePlacesModalProps {
  study: Study;
  counts: ApplicantCounts;
  onClose: () => void;
}

/** Accepted participants keep their places. */
export function MovePlacesModal({ study, counts, onClose }: MovePlacesModalProps) {
  const { id, version } = study;
  const all = study.desiredNumberOfParticipants ?? 0;
  const client = useQueryClient();
  const [quotas, setQuotas] = useState(study.quotas);
  const takenOf = (at: number) => counts.byQuota[at]?.taken ?? 0;
  const saving = useSingleCall(['move-places', id], {
    mutationFn: () => callProject(changeQuotas, { params: { id }, body: { quotas }, ifVersion: version }),
    async onSuccess() {
      await refetchStudy(client, id);
      onClose();
      toast.success(words.placesMoved);
    },
    onError(error) {
      if (showChangeElsewhere(client, id, error) === undefined) toastFailure(error);
      else onClose();
    },
  });
  const sum = sumQuotaPlaces(quotas);
  const isChanged = quotas.some(({ places }, at) => places !== study.quotas[at]?.places);
  // If a quota already has more people than places, it may stay so.
  const isEnough = quotas.every(
    ({ places }, at) => places >= Math.min(takenOf(at), study.quotas[at]?.places ?? 0),
  );
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.movePlaces}
      actions={
        <Button
          disabled={!isChanged || !isEnough || sum !== all}
          isBusy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {words.savePlaces}
        </Button>
      }
      keep={words.cancel}
    >
      <p>{words.movePlacesText(all)}</p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {quotas.map((quota, at) => (
          <li key={groupText(quota)}>
            <label className="flex items-center justify-between gap-4 py-2">
              <span className="min-w-0 wrap-anywhere">
                {groupText(quota)}
                <span className="block text-sm text-cocoa-2">{words.taken(takenOf(at))}</span>
              </span>
              <input
                type="text"
                inputMode="numeric"
                autoComplete="off"
                aria-label={words.groupPlacesLabel(groupText(quota))}
                aria-invalid={quota.places < takenOf(at) || undefined}
                className={cx(controlClass, 'figures shrink-0 text-center')}
                style={{ width: '5rem' }}
                value={quota.places}
                onChange={({ target }) => {
                  const typed = Number(target.value.replaceAll(/\D/g, ''));
                  setQuotas(quotas.with(at, { ...quota, places: Math.min(typed, MAX_PARTICIPANTS) }));
                }}
              />
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className={cx('figures mt-3 text-sm font-semibold', sum !== all && 'text-laterite')}>
        {words.sum(sum, all)}
      </p>
    </Modal>
  );
}
