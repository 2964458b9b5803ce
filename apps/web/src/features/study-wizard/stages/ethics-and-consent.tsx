import type { StudyDetails } from '@app/contracts/project/studies.ts';
import { useWatch } from 'react-hook-form';
import { ConsentField } from '../../../forms/ethics/consent-field.tsx';
import { EthicsFields } from '../../../forms/ethics/ethics-fields.tsx';
import type { DraftForm } from '../../../forms/form.tsx';

const asChosen = { shouldValidate: true, shouldDirty: true } as const;

export function EthicsAndConsent({ form, field }: Pick<DraftForm<typeof StudyDetails>, 'form' | 'field'>) {
  const [ethics, consentText] = useWatch({ control: form.control, name: ['ethics', 'consentText'] });
  return (
    <div className="flex flex-col gap-6">
      <EthicsFields
        ethics={ethics}
        choose={(chosen) => form.setValue('ethics', chosen, asChosen)}
        field={field}
      />
      <ConsentField
        text={consentText ?? ''}
        write={(text) => form.setValue('consentText', text, asChosen)}
        // If the text is empty, the study needs no consent.
        {...field('consentText', { setValueAs: (text: unknown) => text || null })}
      />
    </div>
  );
}
