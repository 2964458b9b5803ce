import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { Modal } from '../../../ui/modal.tsx';
import { QrCode } from '../../../product/qr-code.tsx';

interface ProofWordsModalProps {
  first: string;
  second: string;
  onClose: () => void;
}

export function ProofWordsModal({ first, second, onClose }: ProofWordsModalProps) {
  return (
    <Modal isOpen onClose={onClose} title={words.secondWord}>
      <div className="flex flex-col items-center gap-4">
        <p className="text-5xl font-bold text-cocoa">{second}</p>
        <QrCode text={`${first} ${second}`} label={words.wordCode} />
      </div>
    </Modal>
  );
}
