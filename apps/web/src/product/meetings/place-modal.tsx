import { MeetingDetails, REQUIRED_DETAILS, isDetailGiven } from '@app/contracts/project/meeting-fields.ts';
import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';
import { rule } from '@app/contracts/rule.ts';
import { changeSlotMeeting } from '@app/contracts/project/slots.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callProject } from '../../api/call.ts';
import { applicantKeys, meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { exactTime } from '../../format/exact-time.ts';
import '../../forms/all-rules.ts';
import { FormModal } from '../../forms/form-modal.tsx';
import { useDraftForm, useSubmit } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { PlaceFields } from './place-fields.tsx';

const detailsFor = (meetingWay: MeetingWay) =>
  MeetingDetails.check(
    ...REQUIRED_DETAILS.map((detail) =>
      z.refine<MeetingDetails>((meetingDetails) => isDetailGiven(detail, { meetingWay, meetingDetails }), {
        error: rule(detail.rule),
        path: [detail.field],
      }),
    ),
  );

interface PlaceModalProps {
  studyId: string;
  /** Undefined if the place changes for the whole study. */
  slotId?: string | undefined;
  way: MeetingWay;
  details: MeetingDetails;
  hasOwnDetails?: boolean;
  onClose: () => void;
}

export function PlaceModal({ studyId, slotId, way, details, hasOwnDetails, onClose }: PlaceModalProps) {
  const client = useQueryClient();
  const [schema] = useState(() => detailsFor(way));
  const { link, place, landmark, digitalAddress, bring, language } = details;
  const draft = useDraftForm(schema, {
    defaultValues: { link, place, landmark, digitalAddress, bring, language },
  });
  const typedLink = useWatch({ control: draft.form.control, name: 'link' });
  async function send(body: MeetingDetails) {
    if (slotId === undefined) await callProject(changeMeeting, { params: { id: studyId }, body });
    else await callProject(changeSlotMeeting, { params: { id: studyId, slotId }, body });
    await Promise.all([
      client.invalidateQueries({ queryKey: meetingKeys.all() }),
      client.invalidateQueries({ queryKey: applicantKeys.study(studyId) }),
    ]);
    onClose();
    toast.success(words.placeChanged);
  }
  const reset = useSingleCall(['reset-place', studyId, slotId], { mutationFn: () => send({}) });
  return (
    <FormModal
      title={words.changePlace[way]}
      lead={<p>{slotId === undefined ? words.placeOfStudy : words.placeOfTime(exactTime(slotId))}</p>}
      save={words.savePlace}
      keep={words.keepPlace}
      isValid={draft.isValid}
      sending={useSubmit(draft, send)}
      onClose={onClose}
    >
      <PlaceFields way={way} link={typedLink} field={draft.field} />
      <TextInput label={meetingFieldWords.bring} isOptional {...draft.field('bring')} />
      <TextInput label={meetingFieldWords.language} isOptional {...draft.field('language')} />
      {hasOwnDetails && (
        <Button
          variant="quiet"
          className="-ml-4 self-start"
          disabled={reset.isPending}
          isBusy={reset.isPending}
          onClick={() => reset.mutate()}
        >
          {words.asStudy}
        </Button>
      )}
    </FormModal>
  );
}
