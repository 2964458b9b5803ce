import { furtherWords as words } from '@app/words/further-criteria.ts';
import { notAgainWords } from '@app/words/not-again.ts';
import { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftForm } from '../../../forms/use-draft-form.ts';
import { furtherChoices, saidOf } from '../../../product/further-choices.ts';
import type { WizardScope } from '../../../product/study-drafts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { type ByEarlier, NotAgainFields } from './not-again-fields.tsx';

type Draft = Pick<DraftForm<typeof ParticipantsDemographics>, 'form' | 'field'>;
type Kind = (typeof furtherChoices)[number];

interface KindFoldProps {
  name: string;
  said: string;
  /** Something within is wrong: it is not hidden. */
  hasError?: boolean;
  children: ReactNode;
}

/** One kind: folded, it says what is chosen of it. */
function KindFold({ name, said, hasError = false, children }: KindFoldProps) {
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
          <span className="block text-sm text-cocoa-2">{said}</span>
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
    <KindFold name={words.names[name]} said={saidOf(options, chosen ?? []) || words.anybody}>
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

/** Whom it keeps out, or is alone for. */
function EarlierFold({ name, form, field, scope }: Draft & { name: ByEarlier; scope: WizardScope }) {
  const [named, isByList] = useWatch({ control: form.control, name: [name, 'isByList'] });
  const ways = [
    named && notAgainWords.from(named.studies.length),
    name === 'onlyThese' && isByList && notAgainWords.ofList,
  ].filter(Boolean);
  const said = ways.join(' · ') || notAgainWords.nothing[name];
  return (
    <KindFold
      name={notAgainWords.title[name]}
      said={said}
      hasError={!ParticipantsDemographics.shape[name].safeParse(named).success}
    >
      {name === 'onlyThese' && (
        <Checkbox
          label={notAgainWords.byList}
          hint={notAgainWords.byListHint}
          className="mb-2"
          {...field('isByList')}
        />
      )}
      <NotAgainFields name={name} form={form} scope={scope} />
    </KindFold>
  );
}

/** What few studies ask for, so that it is fetched when it is first opened. */
export function MoreAboutThem({ form, field, scope }: Draft & { scope: WizardScope }) {
  return (
    <div>
      <p className="mb-3 text-sm text-cocoa-3">{words.moreHint}</p>
      {furtherChoices.map((kind) => (
        <Choices key={kind.name} {...{ form, field, kind }} />
      ))}
      <Checkbox className="border-t border-line pt-1" label={words.onlyInternet} {...field('hasInternet')} />
      <EarlierFold name="notAgain" {...{ form, field, scope }} />
      <EarlierFold name="onlyThese" {...{ form, field, scope }} />
    </div>
  );
}
