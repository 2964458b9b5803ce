import { PLACEHOLDERS } from '@app/contracts/project/survey.ts';
import { surveyPlanWords as words } from '@app/words/survey-plan.ts';
import { surveyToolWords } from '@app/words/survey-tools.ts';
import { type ComponentProps, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { findSurveyTool } from './survey-tools.ts';

type SurveyAddressFieldProps = Omit<ComponentProps<typeof TextArea>, 'label' | 'hint'> & {
  address: string;
  write: (address: string) => void;
};

export function SurveyAddressField({ address, write, ...field }: SurveyAddressFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const tool = findSurveyTool(address);
  function insert(text: string) {
    const area = place.current?.querySelector('textarea');
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    write(area.value);
    area.focus();
  }
  return (
    <div ref={place}>
      <TextArea
        label={words.address}
        hint={words.addressHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
      />
      <ul className="mt-3 flex flex-col gap-2">
        {PLACEHOLDERS.map((name) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 text-sm text-cocoa-2">
            <Button variant="secondary" size="small" onClick={() => insert(`{{${name}}}`)}>
              {`{{${name}}}`}
            </Button>
            {words.placeholders[name]}
          </li>
        ))}
      </ul>
      <div role="status" className="mt-4 text-sm">
        {tool && !address.includes('{{PARTICIPANT}}') && (
          <p className="text-gold-ink">{words.noParticipant}</p>
        )}
        {tool && <SurveyToolSteps tool={tool} />}
      </div>
    </div>
  );
}

function SurveyToolSteps({ tool }: { tool: keyof typeof surveyToolWords }) {
  const { name, link, back } = surveyToolWords[tool];
  return (
    <>
      <p className="mt-3 font-semibold">{name}</p>
      <p className="mt-1 text-cocoa-2 wrap-anywhere">{link}</p>
      <p className="mt-1 text-cocoa-2">{`${back} ${words.codesFollow}`}</p>
    </>
  );
}
