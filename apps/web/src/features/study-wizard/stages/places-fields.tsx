import { quotaWords } from '@app/words/quotas.ts';
import { sumQuotaPlaces } from '@app/contracts/project/quotas.ts';
import { useWatch } from 'react-hook-form';
import { asEdited, type PlanForm } from '../pay/plan-and-pay.ts';
import { FewerFit } from '../reach/live-reach.tsx';
import { Fold } from './stage-frame.tsx';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { MAX_PARTICIPANTS, MIN_PARTICIPANTS } from '@app/contracts/project/studies.ts';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { lazyPart, Skeleton } from '../../../ui/states.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { AriaDisabledButton } from '../dialog-button.tsx';

const Quotas = lazyPart(
  async () => (await import('../quotas/quotas.tsx')).Quotas,
  <Skeleton className="h-40 w-full" />,
);

interface ParticipantsFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  error: string | undefined;
  count: number | undefined;
  onStep: (count: number) => void;
}

const withinBounds = (count: number) => Math.min(Math.max(count, MIN_PARTICIPANTS), MAX_PARTICIPANTS);

function ParticipantsField({ error, count, onStep, ...input }: ParticipantsFieldProps) {
  const known = Math.trunc(count ?? 0) || 0;
  return (
    <Field label={words.participantsLabel} hint={words.participantsHint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <AriaDisabledButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.fewerParticipants}
            isDisabled={known <= MIN_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known - 1))}
          >
            <Minus aria-hidden="true" className="size-5" />
          </AriaDisabledButton>
          <input
            {...input}
            {...control}
            type="text"
            min={0}
            max={MAX_PARTICIPANTS}
            inputMode="numeric"
            autoComplete="off"
            className={cx(controlClass, 'figures text-center')}
          />
          <AriaDisabledButton
            variant="secondary"
            className="w-12 shrink-0 px-0!"
            aria-label={words.moreParticipants}
            isDisabled={known >= MAX_PARTICIPANTS}
            onClick={() => onStep(withinBounds(known + 1))}
          >
            <Plus aria-hidden="true" className="size-5" />
          </AriaDisabledButton>
        </div>
      )}
    </Field>
  );
}

interface PlacesFieldsProps {
  draft: PlanForm;
  demographics: unknown;
}

export function PlacesFields({ draft: { form, errorOf, numberField }, demographics }: PlacesFieldsProps) {
  const [wanted, chosenQuotas] = useWatch({
    control: form.control,
    name: ['desiredNumberOfParticipants', 'quotas'],
  });
  const places = wanted ?? 0;
  const quotas = chosenQuotas ?? [];
  const areGroupsWrong =
    quotas.length > 0 && (sumQuotaPlaces(quotas) !== places || errorOf('quotas') !== undefined);
  return (
    <>
      <ParticipantsField
        count={wanted}
        onStep={(count) => form.setValue('desiredNumberOfParticipants', count, asEdited)}
        {...numberField('desiredNumberOfParticipants')}
      />
      <FewerFit demographics={demographics} wanted={wanted} />
      <div className="mt-4 border-t border-line pt-6">
        <Fold label={quotaWords.open} isOpenAtFirst={() => quotas.length > 0} hasError={areGroupsWrong}>
          <Quotas
            demographics={demographics}
            places={places}
            quotas={quotas}
            error={errorOf('quotas')}
            onChange={(chosen) => form.setValue('quotas', chosen, asEdited)}
          />
        </Fold>
      </div>
    </>
  );
}
