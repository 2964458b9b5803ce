import { accountWords as words } from '@app/words/accounts.ts';
import { contact } from '@app/words/contact.ts';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { changeMatching } from '@app/contracts/identity/profiles.ts';
import { LEGAL_TEXTS, type LegalTextName } from '@app/contracts/legal-texts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { callIdentity } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { storeUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { toast } from '../../../ui/toast.ts';
import { Loaded } from '../loaded.tsx';
import { Section } from './section.tsx';

const links = (all: readonly (readonly [to: string, label: string])[]) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1">
    {all.map(([to, label]) => (
      <li key={to}>
        <Link to={to} className="text-link inline-flex min-h-11 items-center">
          {label}
        </Link>
      </li>
    ))}
  </ul>
);

function useOwnData() {
  return useSingleCall(['own-data'], {
    mutationFn: () => callIdentity(downloadOwnData),
    onSuccess(file) {
      saveFile(file);
      toast.success(words.ownDataSaved);
    },
  });
}

function OwnData() {
  const { mutate, isPending } = useOwnData();
  return (
    <div className="mt-4">
      <p className="mb-3 max-w-text text-cocoa-2">{words.ownDataText}</p>
      <Button variant="secondary" size="small" isBusy={isPending} onClick={() => mutate()}>
        <Download aria-hidden="true" className="size-5" />
        {words.ownData}
      </Button>
    </div>
  );
}

const pages: Record<LegalTextName, string> = { TERMS: paths.terms, PRIVACY: paths.privacy };

function Agreed({ text, consents }: { text: LegalTextName; consents: OwnAccount['consents'] }) {
  const agreed = consents.find((consent) => consent.text === text);
  return (
    <>
      {agreed
        ? words.agreedVersion(longDate(agreed.version), longDate(agreed.agreedAt))
        : words.agreedNothing}
      {links([[pages[text], words.readText[text]]])}
    </>
  );
}

function Matching({ isMatched }: { isMatched: boolean }) {
  const change = useMutation({
    mutationFn: (wanted: boolean) => callIdentity(changeMatching, { body: { isMatched: wanted } }),
    onMutate: dismissFailures,
    onSuccess: (user) => {
      storeUser(user);
      toast.success(user.isMatched ? words.matched : words.notMatched);
    },
    onError: toastFailure,
  });
  const shown = change.isPending ? change.variables : isMatched;
  return (
    <>
      {words.consentMatchingText[`${shown}`]}
      <p className="max-w-text font-normal text-cocoa-2">{words.consentMatchingMeans}</p>
      <Checkbox
        label={words.matchMe}
        checked={shown}
        onChange={() => !change.isPending && change.mutate(!shown)}
      />
    </>
  );
}

interface AgreementsSectionProps {
  user: SignedInUser;
  account: UseQueryResult<OwnAccount>;
}

/** The section explains the person's rights under Act 843. */
export function AgreementsSection({ user, account }: AgreementsSectionProps) {
  const consents = [
    { name: words.consentMatching, value: <Matching isMatched={user.isMatched} /> },
    { name: words.consentApplying, value: words.consentApplyingText },
  ];
  return (
    <Section place="agreements">
      <Loaded query={account} rows={4}>
        {(own) => (
          <Card>
            <DetailList
              details={[
                ...LEGAL_TEXTS.map((text) => ({
                  name: words.agreedTexts[text],
                  value: <Agreed text={text} consents={own.consents} />,
                })),
                ...(user.hasUserInfo ? consents : []),
              ]}
            />
            <OwnData />
            <p className="mt-3 mb-2 max-w-text text-cocoa-2">{words.rightsText}</p>
            {links([
              [`${paths.privacy}#rights`, words.rights],
              [`${paths.privacy}#how-to`, words.howToUse],
            ])}
            <p className="mt-2">
              <a href={`mailto:${contact.email}`} className="text-link inline-flex min-h-11 items-center">
                {words.writeTo}
              </a>
            </p>
          </Card>
        )}
      </Loaded>
    </Section>
  );
}
