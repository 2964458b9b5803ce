import { addPlaces } from '@app/contracts/project/study-calls.ts';
import { MAX_PARTICIPANTS, type Study, StudyPlaces } from '@app/contracts/project/studies.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { callProject } from '../../../api/call.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { NewPlaces } from '../../../product/new-places.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';
import { showElsewhere } from '../studies/use-move-study.ts';

/** Raises the number of places; the server refuses fewer, as the button does. */
export function MorePlacesModal({ study, onClose }: { study: Study; onClose: () => void }) {
  const { id, version, acceptedCount } = study;
  const before = study.desiredNumberOfParticipants ?? 0;
  const client = useQueryClient();
  const formId = useId();
  const draft = useDraftForm(StudyPlaces, { defaultValues: { desiredNumberOfParticipants: before } });
  const wanted = useWatch({ control: draft.form.control, name: 'desiredNumberOfParticipants' });
  const { submit, isPending } = useSubmit(
    draft,
    async (body) => {
      const changed = await callProject(addPlaces, { params: { id }, body, ifVersion: version });
      await refetchStudy(client, id);
      onClose();
      toast.success(words.placesAdded(changed.desiredNumberOfParticipants ?? 0));
    },
    (error) => {
      const isElsewhere = showElsewhere(client, id, error) !== undefined;
      if (isElsewhere) onClose();
      return isElsewhere;
    },
  );
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.morePlaces}
      actions={
        <SubmitButton form={formId} isValid={draft.isValid && wanted > before} isPending={isPending}>
          {words.addPlaces}
        </SubmitButton>
      }
      keep={words.cancel}
    >
      <p>{words.morePlacesText(acceptedCount, before)}</p>
      <form id={formId} onSubmit={submit} noValidate className="mt-4 text-cocoa">
        <TextInput
          label={words.placesInAll}
          hint={words.placesInAllHint(MAX_PARTICIPANTS)}
          inputMode="numeric"
          autoComplete="off"
          {...draft.numberField('desiredNumberOfParticipants')}
        />
        <NewPlaces cells={study.cells} more={draft.isValid ? wanted - before : 0} />
      </form>
    </Modal>
  );
}
