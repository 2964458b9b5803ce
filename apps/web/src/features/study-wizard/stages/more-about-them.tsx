import { furtherWords as words } from '@app/words/further-criteria.ts';
import type { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { ChevronDown } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { DraftForm } from '../../../forms/use-draft-form.ts';
import { furtherChoices, saidOf } from '../../../product/further-choices.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';

type Draft = Pick<DraftForm<typeof ParticipantsDemographics>, 'form' | 'field'>;
type Kind = (typeof furtherChoices)[number];

/** One kind: folded, it says what is chosen of it. */
function Choices({ form, field, kind: { name, options } }: Draft & { kind: Kind }) {
  const chosen = useWatch({ control: form.control, name });
  const said = saidOf(options, chosen ?? []);
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-2 hover:text-green [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">{words.names[name]}</span>
          <span className="block text-sm text-cocoa-2">{said || words.anybody}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <CheckboxGroup
        label={<span className="sr-only">{words.names[name]}</span>}
        hint={name === 'languages' ? words.languagesHint : undefined}
        options={options}
        columns={2}
        className="mb-4"
        {...field(name)}
      />
    </details>
  );
}

/** What few studies ask for, so that it is fetched when it is first opened. */
export function MoreAboutThem({ form, field }: Draft) {
  return (
    <div>
      <p className="mb-3 text-sm text-cocoa-3">{words.moreHint}</p>
      {furtherChoices.map((kind) => (
        <Choices key={kind.name} {...{ form, field, kind }} />
      ))}
      <Checkbox className="border-t border-line pt-1" label={words.onlyInternet} {...field('hasInternet')} />
    </div>
  );
}
