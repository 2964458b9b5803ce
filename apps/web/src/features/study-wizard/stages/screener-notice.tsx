import { studyWizardMessages as words } from '@app/words/study-wizard.ts';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { hintedQuestions } from '../screener/screener.ts';
import { storedSurvey } from '../screener/use-survey.ts';

/** Before a study is published: which questions say too little or screen nobody, and the way to them (D-04). */
export function ScreenerNotice({ onLook }: { onLook: () => void }) {
  const [hinted] = useState(() => hintedQuestions(storedSurvey()));
  if (hinted.length === 0) return null;
  return (
    <Banner
      className="mb-4"
      action={
        <Button variant="secondary" size="small" onClick={onLook}>
          {words.screenerNoticeLook}
        </Button>
      }
    >
      {words.screenerNotice(hinted)}
    </Banner>
  );
}
