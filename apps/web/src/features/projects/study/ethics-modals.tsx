import { ethicsWords as words, placeholdersIn } from '@app/words/ethics.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { ConsentText, Ethics, dayBeyond } from '@app/contracts/project/ethics.ts';
import type { listSlots, SlotForResearcher } from '@app/contracts/project/slots.ts';
import { changeConsent, changeEthics } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { rule } from '@app/contracts/rule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { meetingKeys } from '../../../api/keys.ts';
import '../../../forms/all-rules.ts';
import { ConsentField } from '../../../forms/ethics/consent-field.tsx';
import { EthicsFields } from '../../../forms/ethics/ethics-fields.tsx';
import { FormModal } from '../../../forms/form-modal.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';

interface ChangeModalProps {
  study: Study;
  onClose: () => void;
}

const asChosen = { shouldValidate: true, shouldDirty: true } as const;

const EthicsChange = z.strictObject({ ethics: Ethics });

export function EthicsModal({ study: { id, ethics: before }, onClose }: ChangeModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(EthicsChange, { defaultValues: { ethics: before ?? undefined } });
  const ethics = useWatch({ control: draft.form.control, name: 'ethics' }) as Ethics | undefined;
  const sending = useSubmit(draft, async (body) => {
    await callProject(changeEthics, { params: { id }, body });
    const isOut = ({ taken, startsAt }: SlotForResearcher) =>
      taken === 0 && dayBeyond(body.ethics, [startsAt.slice(0, 10)]) !== undefined;
    // Times after the end of the approval are not available.
    await Promise.all([refetchStudy(client, id), client.invalidateQueries({ queryKey: meetingKeys.all() })]);
    const slots = client.getQueryData<ReplyOf<typeof listSlots>>(meetingKeys.slots(id));
    const out = slots?.audience === 'RESEARCHER' ? slots.slots.filter(isOut).length : 0;
    onClose();
    if (out === 0) toast.success(words.ethicsSaved);
    else toast.info(words.ethicsSavedWithout(out));
  });
  return (
    <FormModal
      title={words.changeEthics}
      save={words.save}
      keep={words.cancel}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <EthicsFields
        mustSay
        ethics={ethics}
        choose={(chosen) => chosen && draft.form.setValue('ethics', chosen, asChosen)}
        field={draft.field}
      />
    </FormModal>
  );
}

/** People have accepted the earlier text. So a text with placeholders is refused at once. */
const ConsentChange = z.strictObject({
  text: ConsentText.check(
    z.refine((text) => placeholdersIn(text).length === 0, {
      error: ({ input }) => rule(`placeholderLeft ${placeholdersIn(String(input))[0]}`),
    }),
  ),
});

/**
 * If the text changes, participants must accept it again, unless they have met the researcher or opened the
 * survey.
 */
export function ConsentModal({ study: { id, consentText, survey }, onClose }: ChangeModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(ConsentChange, { defaultValues: { text: consentText ?? '' } });
  const text = useWatch({ control: draft.form.control, name: 'text' });
  const sending = useSubmit(draft, async (body) => {
    await callProject(changeConsent, { params: { id }, body });
    await refetchStudy(client, id);
    onClose();
    toast.success(survey ? words.surveyConsentSaved : words.consentSaved);
  });
  return (
    <FormModal
      title={words.changeConsent}
      lead={<p>{survey ? words.changeSurveyConsentText : words.changeConsentText}</p>}
      save={words.save}
      keep={words.cancel}
      isValid={draft.isValid}
      {...{ sending, onClose }}
    >
      <ConsentField
        text={text}
        write={(template) => draft.form.setValue('text', template, asChosen)}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
