import { consentAgreementWords as words } from '@app/words/consent-agreements.ts';
import { agreeToConsent, type Application } from '@app/contracts/project/applications.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface AskConsentProps {
  applicationId: string;
  asked: NonNullable<Application['asksConsent']>;
  /** A prop and not an import, so that this part and the page have no file in common. */
  refetch: (agreed?: Application) => Promise<void>;
  onEnded: () => void;
}

export function AskConsent({
  applicationId: id,
  asked: { version, text },
  refetch,
  onEnded,
}: AskConsentProps) {
  const client = useQueryClient();
  const headingId = useId();
  const agree = useSingleCall(['agree', id], {
    mutationFn: () => callProject(agreeToConsent, { params: { id }, body: { version } }),
    onSuccess: async (agreed) => {
      void client.invalidateQueries({ queryKey: meetingKeys.all() });
      await refetch(agreed);
      onEnded();
      toast.success(words.agreed);
    },
    onError: (error) => {
      toastFailure(error);
      // The consent text may have changed again, so the application is read again.
      void refetch();
    },
  });
  return (
    <section aria-labelledby={headingId} className="mt-3 rounded-control bg-gold-tint px-4 py-3 text-sm">
      <h4 id={headingId} className="font-body text-sm font-semibold tracking-normal">
        {words.askedHeading}
      </h4>
      <p className="mt-0.5">{words.askedText}</p>
      <p className="mt-3 max-w-text wrap-anywhere whitespace-pre-line">{text}</p>
      <Button className="mt-3 mb-1" isBusy={agree.isPending} onClick={() => agree.mutate()}>
        {words.askedAction}
      </Button>
    </section>
  );
}
