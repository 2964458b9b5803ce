import type { Study } from '@app/contracts/project/studies.ts';
import { sharedStudyPath } from '@app/contracts/web-paths.ts';
import { changeListing } from '@app/contracts/project/study-calls.ts';
import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import { Copy, MessageCircle, Printer } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { cacheOwnStudy } from '../../../api/own-study.ts';
import { callProject } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { cx } from '../../../ui/cx.ts';
import { Modal } from '../../../ui/modal.tsx';
import { QrCode } from '../../../product/qr-code.tsx';
import { isFull } from '../../../product/study-state.tsx';
import { useCopy } from './copy-field.tsx';
import './share.css';

const iconClass = 'size-5';

export function ShareModal({ study, onClose }: { study: Study; onClose: () => void }) {
  const { id, publicName, state } = study;
  const client = useQueryClient();
  const listing = useSingleCall<Study, boolean>(['listing', id], {
    mutationFn: (isListed) => callProject(changeListing, { params: { id }, body: { isListed } }),
    onSuccess: (changed) => cacheOwnStudy(client, changed),
  });
  const link = new URL(sharedStudyPath(id), location.href).href;
  const isForAll = !study.requiredStudies && !study.isInviteOnly;
  const message = (isForAll ? words.whatsAppText : words.whatsAppTextRestricted)(publicName, link);
  const { input, copy } = useCopy(link);
  const warning = state === 'PAUSED' ? words.sharePaused : isFull(study) && words.shareFull;
  return (
    <Modal isOpen onClose={onClose} title={words.shareTitle}>
      <p>{isForAll ? words.shareText : words.shareRestricted}</p>
      {warning && <p className="mt-2 font-semibold text-gold-ink">{warning}</p>}
      <Field label={words.link} className="mt-4 text-cocoa">
        {(control) => (
          <input
            {...control}
            ref={input}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className={cx(controlClass, 'text-sm')}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className={iconClass} />
          {words.copyLink}
        </Button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'secondary' })}
        >
          <MessageCircle aria-hidden="true" className={iconClass} />
          {words.whatsApp}
        </a>
      </div>
      {isForAll && (
        <Checkbox
          className="mt-4 text-cocoa"
          label={meetingFieldWords.isListed}
          hint={meetingFieldWords.isListedHint}
          checked={listing.isPending ? listing.variables : study.isListed}
          onChange={({ target }) => listing.mutate(target.checked)}
        />
      )}
      <div data-print className="mt-6 flex flex-col items-center gap-3 text-center text-cocoa">
        <p className="hidden text-2xl font-semibold print:block">{publicName}</p>
        <QrCode text={link} label={words.qr(publicName)} />
        <p className="text-sm">{isForAll ? words.qrText : words.qrTextRestricted}</p>
        <p className="hidden text-sm print:block">{link}</p>
      </div>
      <Button variant="secondary" isWide className="mt-4" onClick={() => globalThis.print()}>
        <Printer aria-hidden="true" className={iconClass} />
        {words.print}
      </Button>
    </Modal>
  );
}
