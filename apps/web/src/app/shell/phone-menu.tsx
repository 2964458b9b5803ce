import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellWords } from '@app/words/shell.ts';
import { Menu } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Logo } from '../../product/logo.tsx';
import { buttonClass } from '../../ui/button-look.ts';
import { Modal } from '../../ui/modal.tsx';
import { MenuList } from './menu-list.tsx';
import { WalletPill } from './wallet-pill.tsx';

interface PhoneMenuProps {
  role: SignedInUser['role'];
  hasWallet: boolean;
  /** How the verification stands, where the header leaves it to the menu. */
  badge?: ReactNode;
}

/** The button in the phone's top bar, and the sheet that it opens. */
export function PhoneMenu({ role, hasWallet, badge }: PhoneMenuProps) {
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
        {badge && <p className="mb-4 sm:hidden">{badge}</p>}
        {/* The narrowest header has no room for it. */}
        {hasWallet && <WalletPill className="mb-4 @min-[26rem]:hidden" onChosen={() => setIsOpen(false)} />}
        <MenuList role={role} isPhone onChosen={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}
