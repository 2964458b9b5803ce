import { ethicsWords as words, placeholdersIn } from '@app/words/ethics.ts';
import { ConsentText, Ethics } from '@app/contracts/project/ethics.ts';
import { changeConsent, changeEthics } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { rule } from '@app/contracts/rule.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callProject } from '../../../api/call.ts';
import { ConsentField } from '../../../forms/ethics/consent-field.tsx';
import { EthicsFields } from '../../../forms/ethics/ethics-fields.tsx';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchStudy } from '../project-queries.ts';

interface ChangeModalProps {
  study: Study;
  onClose: () => void;
}

interface FormModalProps {
  title: string;
  isValid: boolean;
  isPending: boolean;
  submit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

function FormModal({ title, isValid, isPending, submit, onClose, children }: FormModalProps) {
  const formId = useId();
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <SubmitButton form={formId} isValid={isValid} isPending={isPending}>
          {words.save}
        </SubmitButton>
      }
      keep={words.cancel}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-6 text-cocoa">
        {children}
      </form>
    </Modal>
  );
}

const asChosen = { shouldValidate: true, shouldDirty: true } as const;

const EthicsChange = z.strictObject({ ethics: Ethics });

/** An approval is renewed, or corrected. */
export function EthicsModal({ study: { id, ethics: before }, onClose }: ChangeModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(EthicsChange, { defaultValues: { ethics: before ?? undefined } });
  const ethics = useWatch({ control: draft.form.control, name: 'ethics' }) as Ethics | undefined;
  const { submit, isPending } = useSubmit(draft, async (body) => {
    await callProject(changeEthics, { params: { id }, body });
    await refetchStudy(client, id);
    onClose();
    toast.success(words.ethicsSaved);
  });
  return (
    <FormModal title={words.changeEthics} isValid={draft.isValid} {...{ isPending, submit, onClose }}>
      <EthicsFields
        mustSay
        ethics={ethics}
        choose={(chosen) => chosen && draft.form.setValue('ethics', chosen, asChosen)}
        field={draft.field}
      />
    </FormModal>
  );
}

/** People have agreed to the text before, so a half-filled template is refused at once. */
const ConsentChange = z.strictObject({
  text: ConsentText.check(
    z.refine((text) => placeholdersIn(text).length === 0, {
      error: ({ input }) => rule(`placeholderLeft ${placeholdersIn(String(input))[0]}`),
    }),
  ),
});

/** Another text is another version, which those who are not met yet are asked to agree to. */
export function ConsentModal({ study: { id, consentText }, onClose }: ChangeModalProps) {
  const client = useQueryClient();
  const draft = useDraftForm(ConsentChange, { defaultValues: { text: consentText ?? '' } });
  const text = useWatch({ control: draft.form.control, name: 'text' });
  const { submit, isPending } = useSubmit(draft, async (body) => {
    await callProject(changeConsent, { params: { id }, body });
    await refetchStudy(client, id);
    onClose();
    toast.success(words.consentSaved);
  });
  return (
    <FormModal title={words.changeConsent} isValid={draft.isValid} {...{ isPending, submit, onClose }}>
      <p className="text-cocoa-2">{words.changeConsentText}</p>
      <ConsentField
        text={text}
        write={(template) => draft.form.setValue('text', template, asChosen)}
        {...draft.field('text')}
      />
    </FormModal>
  );
}
