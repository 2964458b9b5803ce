import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellWords } from '@app/words/shell.ts';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Logo } from '../../product/logo.tsx';
import { buttonClass } from '../../ui/button-look.ts';
import { Modal } from '../../ui/modal.tsx';
import { MenuList } from './menu-list.tsx';
import { WalletPill } from './wallet-pill.tsx';

/** The button in the phone's top bar, and the sheet that it opens. */
export function PhoneMenu({ role, hasWallet }: { role: SignedInUser['role']; hasWallet: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={shellWords.openMenu}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={buttonClass({ variant: 'plain', size: 'icon', className: '-ml-2.5 md:hidden' })}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <Modal isOpen={isOpen} onClose={() => setIsOpen(false)} title={<Logo />} shape="menu">
        {/* The narrowest header has no room for it. */}
        {hasWallet && <WalletPill className="mb-4 @min-[26rem]:hidden" />}
        <MenuList role={role} isPhone onChosen={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}
