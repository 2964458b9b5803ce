import { furtherWords as words } from '@app/words/further-criteria.ts';
import { exclusionWords } from '@app/words/exclusions.ts';
import { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftForm } from '../../../forms/form.tsx';
import { furtherChoices, chosenLabels } from '../../../product/further-choices.ts';
import type { WizardScope } from '../../../product/study-drafts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { type ByEarlier, ExclusionFields } from './exclusion-fields.tsx';

type Draft = Pick<DraftForm<typeof ParticipantsDemographics>, 'form' | 'field'>;
type Kind = (typeof furtherChoices)[number];

interface KindFoldProps {
  name: string;
  summaryText: string;
  /** If there is an error inside, the section stays open. */
  hasError?: boolean;
  children: ReactNode;
}

function KindFold({ name, summaryText, hasError = false, children }: KindFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group border-t border-line"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => {
        if (hasError) currentTarget.open = true;
        setIsOpen(currentTarget.open);
      }}
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-2 hover:text-green [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-cocoa-2">{summaryText}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
        />
      </summary>
      {(isOpen || hasError) && children}
    </details>
  );
}

function Choices({ form, field, kind: { name, options } }: Draft & { kind: Kind }) {
  const chosen = useWatch({ control: form.control, name });
  return (
    <KindFold name={words.names[name]} summaryText={chosenLabels(options, chosen ?? []) || words.anybody}>
      <CheckboxGroup
        label={<span className="sr-only">{words.names[name]}</span>}
        hint={name === 'languages' ? words.languagesHint : undefined}
        options={options}
        columns={2}
        className="mb-4"
        {...field(name)}
      />
    </KindFold>
  );
}

function EarlierFold({ name, form, field, scope }: Draft & { name: ByEarlier; scope: WizardScope }) {
  const [named, isInviteOnly] = useWatch({ control: form.control, name: [name, 'isInviteOnly'] });
  const ways = [
    named && exclusionWords.from(named.studies.length),
    name === 'requiredStudies' && isInviteOnly && exclusionWords.ofList,
  ].filter(Boolean);
  const summaryText = ways.join(' · ') || exclusionWords.nothing[name];
  return (
    <KindFold
      name={exclusionWords.title[name]}
      summaryText={summaryText}
      hasError={!ParticipantsDemographics.shape[name].safeParse(named).success}
    >
      {name === 'requiredStudies' && (
        <Checkbox
          label={exclusionWords.inviteOnly}
          hint={exclusionWords.inviteOnlyHint}
          className="mb-2"
          {...field('isInviteOnly')}
        />
      )}
      <ExclusionFields name={name} form={form} scope={scope} />
    </KindFold>
  );
}

export function EligibilityFields({ form, field, scope }: Draft & { scope: WizardScope }) {
  return (
    <div>
      <p className="mb-3 text-sm text-cocoa-3">{words.moreHint}</p>
      {furtherChoices.map((kind) => (
        <Choices key={kind.name} {...{ form, field, kind }} />
      ))}
      <Checkbox className="border-t border-line pt-1" label={words.onlyInternet} {...field('hasInternet')} />
      <EarlierFold name="excludedStudies" {...{ form, field, scope }} />
      <EarlierFold name="requiredStudies" {...{ form, field, scope }} />
    </div>
  );
}
