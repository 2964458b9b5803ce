import { renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

/** The address is shown only once, because the server stores only its hash. */
export function FeedModal({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const renewal = useSingleCall(['renew-feed'], {
    mutationFn: () => callProject(renewCalendarFeed, {}),
    gcTime: 0,
  });
  const address = renewal.data && new URL(renewal.data.path, location.href).href;
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(words.copied);
    } catch {
      field.current?.select();
      toast.info(words.notCopied);
    }
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.feedTitle}
      actions={
        <>
          {address !== undefined && (
            <Button onClick={() => void copy(address)}>
              <Copy aria-hidden="true" className="size-5" />
              {words.copy}
            </Button>
          )}
          <Button
            variant={address === undefined ? 'primary' : 'secondary'}
            isBusy={renewal.isPending}
            onClick={() => renewal.mutate()}
          >
            {words.makeFeed}
          </Button>
        </>
      }
    >
      <p>{words.feedText}</p>
      <p className="mt-2">{words.feedSecret}</p>
      {address !== undefined && (
        <Field label={words.feedAddress} hint={words.feedOnce} className="mt-4 text-cocoa">
          {(control) => (
            <input
              {...control}
              ref={field}
              readOnly
              value={address}
              onFocus={({ currentTarget }) => currentTarget.select()}
              className={cx(controlClass, 'text-sm')}
            />
          )}
        </Field>
      )}
    </Modal>
  );
}
