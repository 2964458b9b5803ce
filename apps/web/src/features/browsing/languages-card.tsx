import { languagesCardWords as words } from '@app/words/languages-card.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { profileKey, studyKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { storeUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import type { Language } from './answer-languages.ts';

const LanguageChoices = lazyPart(
  async () => (await import('./language-choices.tsx')).LanguageChoices,
  <Skeleton className="h-96 w-full" />,
);

/** People who did the set-up before this question existed are asked once, even if they do not answer. */
export function LanguagesCard({ user }: { user: SignedInUser }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const answer = useSingleCall<void, Language[]>(['answer-languages'], {
    async mutationFn(languages) {
      const { answerLanguages } = await import('./answer-languages.ts');
      client.setQueryData(profileKey(user.userId), await answerLanguages(user.userId, languages));
      void client.invalidateQueries({ queryKey: studyKeys.all() });
      focusHeading();
      storeUser({ ...user, lacksLanguages: false });
      if (languages.length > 0) toast.success(words.kept);
    },
  });
  const notNow = (
    <Button variant="quiet" size="small" isBusy={answer.isPending} onClick={() => answer.mutate([])}>
      {words.notNow}
    </Button>
  );
  return (
    <Card role="region" aria-label={words.heading} className="mb-4 max-sm:p-4" style={{ minHeight: '12rem' }}>
      <h2 className="text-lg">{words.heading}</h2>
      <p className="mt-1 text-sm text-cocoa-2">{words.text}</p>
      {isOpen ? (
        <LanguageChoices isPending={answer.isPending} onChosen={answer.mutate} notNow={notNow} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
            {words.choose}
          </Button>
          {notNow}
        </div>
      )}
    </Card>
  );
}
