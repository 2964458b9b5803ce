import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { shellWords } from '@app/words/shell.ts';
import {
  CalendarDays,
  CircleHelp,
  ClipboardList,
  Compass,
  FolderOpen,
  LogOut,
  MessageSquare,
  Search,
  Wallet,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useLogOut } from '../../product/use-log-out.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { isCurrent, type MenuItem, phoneMenu, sideMenu } from './menu.ts';

const icons = {
  projects: FolderOpen,
  meetings: CalendarDays,
  browse: Search,
  studies: ClipboardList,
  messages: MessageSquare,
  accounts: Wallet,
  help: CircleHelp,
  tour: Compass,
} as const;

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3.5 py-2 text-left font-semibold transition-colors';

interface MenuListProps {
  role: SignedInUser['role'];
  isPhone?: boolean;
  onChosen?: () => void;
}

function MenuRow({ item, onChosen }: { item: MenuItem; onChosen?: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const isHere = isCurrent(item, pathname);
  const Icon = icons[item.icon];
  return (
    <li>
      <Link
        to={item.to}
        onClick={onChosen}
        aria-current={isHere ? 'page' : undefined}
        className={cx(rowClass, isHere ? 'bg-cocoa text-paper' : 'text-cocoa hover:bg-line')}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {item.label}
      </Link>
    </li>
  );
}

function LogOutRow({ onChosen }: { onChosen: (() => void) | undefined }) {
  const { ask, isLeaving, question } = useLogOut(onChosen);
  return (
    <>
      <button
        type="button"
        aria-busy={isLeaving || undefined}
        onClick={ask}
        className={cx(rowClass, 'text-cocoa hover:bg-line')}
      >
        {isLeaving ? (
          <Spinner className="size-5 shrink-0" />
        ) : (
          <LogOut aria-hidden="true" className="size-5 shrink-0" />
        )}
        {shellWords.logOut}
      </button>
      {question}
    </>
  );
}

/** The rows of the side menu and of the phone's sheet. */
export function MenuList({ role, isPhone, onChosen }: MenuListProps) {
  return (
    <nav aria-label={shellWords.menu} className="flex grow flex-col justify-between gap-6">
      <ul className="flex flex-col gap-1">
        {(isPhone ? phoneMenu(role) : sideMenu(role)).map((item) => (
          <MenuRow key={item.label} item={item} onChosen={onChosen} />
        ))}
      </ul>
      <LogOutRow onChosen={onChosen} />
    </nav>
  );
}
