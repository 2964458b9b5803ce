import { languagesCardWords as words } from '@app/words/languages-card.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { LANGUAGES } from '@app/contracts/enumerations.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice-group.tsx';
import { toOptions } from '../../ui/options.ts';
import type { Language } from './answer-languages.ts';

const options = toOptions(LANGUAGES, profileChoiceWords.language);

interface LanguageChoicesProps {
  isPending: boolean;
  onChosen: (languages: Language[]) => void;
  notNow: ReactNode;
}

export function LanguageChoices({ isPending, onChosen, notNow }: LanguageChoicesProps) {
  const [chosen, setChosen] = useState<Language[]>([]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place} className="mt-3">
      <CheckboxGroup
        label={setUp.languages}
        hint={setUp.languagesHint}
        options={options}
        columns={3}
        name="languages"
        onChange={({ target: { value, checked } }) =>
          setChosen(LANGUAGES.filter((one) => (one === value ? checked : chosen.includes(one))))
        }
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          size="small"
          disabled={chosen.length === 0}
          isBusy={isPending}
          onClick={() => onChosen(chosen)}
        >
          {words.save}
        </Button>
        {notNow}
      </div>
    </div>
  );
}
