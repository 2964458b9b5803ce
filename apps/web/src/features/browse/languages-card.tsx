import { browseWords as words } from '@app/words/browse.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import {
  type Demographic,
  changeUserInformation,
  readUserInformation,
} from '@app/contracts/identity/profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callIdentity } from '../../api/call.ts';
import { profileKey, studyKeys } from '../../api/keys.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { storeUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';

const LanguageChoices = lazyPart(
  async () => (await import('./language-choices.tsx')).LanguageChoices,
  <Skeleton className="h-96 w-full" />,
);

type Languages = NonNullable<Demographic['languages']>;

/** Asks people who were set up before languages were: once, whether they answer or not. */
export function LanguagesCard({ user }: { user: SignedInUser }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [answers, setAnswers] = useState(0);
  // The card goes with its buttons.
  useHeadingFocus(answers);
  const answer = useMutation({
    async mutationFn(languages: Languages) {
      const { demographic } = await callIdentity(readUserInformation, {});
      const body = { userId: user.userId, demographic: { ...demographic, languages } };
      return callIdentity(changeUserInformation, { body });
    },
    onSuccess(profile, languages) {
      client.setQueryData(profileKey(user.userId), profile);
      void client.invalidateQueries({ queryKey: studyKeys.all() });
      storeUser({ ...user, lacksLanguages: false });
      setAnswers(answers + 1);
      if (languages.length > 0) toast.success(words.languagesKept);
    },
    onError: toastFailure,
  });
  if (!user.lacksLanguages) return null;
  const notNow = (
    <Button variant="quiet" isBusy={answer.isPending} onClick={() => answer.mutate([])}>
      {words.notNow}
    </Button>
  );
  return (
    <Card role="region" aria-label={words.languagesHeading} className="mb-4 max-sm:p-4">
      <h2 className="text-lg">{words.languagesHeading}</h2>
      <p className="mt-1 text-sm text-cocoa-2">{words.languagesText}</p>
      {isOpen ? (
        <LanguageChoices
          isPending={answer.isPending}
          onChosen={(languages) => answer.mutate(languages)}
          notNow={notNow}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {words.chooseLanguages}
          </Button>
          {notNow}
        </div>
      )}
    </Card>
  );
}
