import { agreeToTexts } from '@app/contracts/identity/consents.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { LEGAL_VERSIONS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { agreeAgainWords as words, legalChanges } from '@app/words/consents.ts';
import { longDate } from '@app/words/days.ts';
import { callIdentity } from '../../api/call.ts';
import { useLogOut } from '../../product/use-log-out.tsx';
import { useSingleCall } from '../../api/use-single-call.ts';
import { storeUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';

const pages: Record<LegalTextName, string> = { TERMS: paths.terms, PRIVACY: paths.privacy };

export function AcceptNewTerms({ texts }: { texts: SignedInUser['mustAgreeTo'] }) {
  const leaving = useLogOut();
  const agree = useSingleCall(['agree'], {
    mutationFn: () =>
      callIdentity(agreeToTexts, {
        body: Object.fromEntries(texts.map((text) => [text, LEGAL_VERSIONS[text]])),
      }),
    onSuccess: (user) => {
      storeUser(user);
      toast.success(words.thanks);
    },
  });
  return (
    <div className="flex max-w-stage flex-col gap-6">
      <h1>{words.heading(texts.length)}</h1>
      <p className="max-w-text text-cocoa-2">{words.intro}</p>
      {texts.map((text) => (
        <Card key={text}>
          <h2>{words.names[text]}</h2>
          <p className="mt-1 text-sm text-cocoa-3">{words.version(longDate(LEGAL_VERSIONS[text]))}</p>
          <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
            {legalChanges[text].map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <a href={pages[text]} target="_blank" className="text-link mt-2 inline-flex min-h-11 items-center">
            {words.readWhole[text]}
          </a>
        </Card>
      ))}
      <Button className="sm:self-start" isBusy={agree.isPending} onClick={() => agree.mutate()}>
        {words.agree}
      </Button>
      <section className="border-t border-line pt-6">
        <h2>{words.otherwise}</h2>
        <p className="mt-2 mb-4 max-w-text text-cocoa-2">{words.otherwiseText}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.accounts} variant="secondary">
            {words.toAccount}
          </LinkButton>
          <Button variant="secondary" isBusy={leaving.isLeaving} onClick={leaving.ask}>
            {words.logOut}
          </Button>
        </div>
        {leaving.question}
      </section>
    </div>
  );
}
