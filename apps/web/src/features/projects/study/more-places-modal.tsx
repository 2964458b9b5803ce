import { addPlaces } from '@app/contracts/project/study-calls.ts';
import { MAX_PARTICIPANTS, type Study, StudyPlaces } from '@app/contracts/project/studies.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { callProject } from '../../../api/call.ts';
import '../../../forms/all-rules.ts';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { AddedPlacesByGroup } from '../../../product/added-places-by-group.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';
import { showChangeElsewhere } from '../studies/use-transition-study.ts';

/** The server refuses fewer places, so the number can only grow. */
export function MorePlacesModal({ study, onClose }: { study: Study; onClose: () => void }) {
  const { id, version, acceptedCount } = study;
  const before = study.desiredNumberOfParticipants ?? 0;
  const client = useQueryClient();
  const draft = useDraftForm(StudyPlaces, { defaultValues: { desiredNumberOfParticipants: before } });
  const wanted = useWatch({ control: draft.form.control, name: 'desiredNumberOfParticipants' });
  const sending = useSubmit(
    draft,
    async (body) => {
      const changed = await callProject(addPlaces, { params: { id }, body, ifVersion: version });
      await refetchStudy(client, id);
      onClose();
      toast.success(words.placesAdded(changed.desiredNumberOfParticipants ?? 0));
    },
    (error) => {
      const isElsewhere = showChangeElsewhere(client, id, error) !== undefined;
      if (isElsewhere) onClose();
      return isElsewhere;
    },
  );
  return (
    <FormModal
      title={words.morePlaces}
      lead={<p>{words.morePlacesText(acceptedCount, before)}</p>}
      save={words.addPlaces}
      keep={words.cancel}
      isValid={draft.isValid && wanted > before}
      {...{ sending, onClose }}
    >
      <TextInput
        label={words.placesInAll}
        hint={words.placesInAllHint(MAX_PARTICIPANTS)}
        inputMode="numeric"
        autoComplete="off"
        {...draft.numberField('desiredNumberOfParticipants')}
      />
      <AddedPlacesByGroup quotas={study.quotas} more={draft.isValid ? wanted - before : 0} />
    </FormModal>
  );
}
