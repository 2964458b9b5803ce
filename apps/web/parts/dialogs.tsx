import { partsPageWords as words } from '@app/words/parts-page.ts';
import { useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { Modal } from '../src/ui/modal.tsx';
import { TextInput } from '../src/ui/text-input.tsx';
import { toast } from '../src/ui/toast.ts';
import { PartSection } from './part-section.tsx';

type Dialog = 'ASK' | 'SUCCESS' | 'LONG' | 'SHEET';

export function Dialogs() {
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = () => setOpen(null);
  return (
    <PartSection id="dialogs" title={words.dialogs}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen('ASK')}>
          {words.openDialog}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('SUCCESS')}>
          {words.openSuccess}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('LONG')}>
          {words.openLong}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('SHEET')}>
          {words.openSheet}
        </Button>
      </div>
      <Modal
        isOpen={open === 'ASK'}
        onClose={close}
        title={words.dialogTitle}
        actions={
          <>
            <Button variant="danger" onClick={close}>
              {words.gotIt}
            </Button>
            <Button variant="secondary" onClick={() => toast.info(words.aToast(words.kinds.info))}>
              {words.toastInside}
            </Button>
          </>
        }
      >
        <p>{words.dialogText}</p>
        <TextInput label={words.empty} className="mt-5" />
      </Modal>
      <Modal
        isOpen={open === 'SUCCESS'}
        onClose={close}
        title={words.successTitle}
        isSuccess
        actions={<Button onClick={close}>{words.gotIt}</Button>}
      >
        {words.emptyText}
      </Modal>
      <Modal
        isOpen={open === 'LONG'}
        onClose={close}
        title={words.longName}
        actions={<Button onClick={close}>{words.gotIt}</Button>}
      >
        <p>{words.longText}</p>
        <p className="mt-3">{words.longName}</p>
      </Modal>
      <Modal isOpen={open === 'SHEET'} onClose={close} title={words.openSheet} shape="menu">
        {words.dialogText}
      </Modal>
    </PartSection>
  );
}
