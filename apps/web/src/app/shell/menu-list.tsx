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
import { Spinner } from '../../ui/button.tsx';
import type { Role } from '@app/contracts/enumerations.ts';
import { paths } from '@app/contracts/web-paths.ts';

interface MenuItem {
  readonly label: string;
  readonly to: string;
  readonly icon: 'projects' | 'meetings' | 'browse' | 'studies' | 'messages' | 'accounts' | 'help' | 'tour';
  readonly covers: readonly string[];
}

const projects: MenuItem = {
  label: shellWords.myProjects,
  to: paths.dashboard,
  icon: 'projects',
  covers: [
    paths.projects,
    paths.createProject,
    paths.project(''),
    paths.projectSettings(''),
    paths.createStudy(''),
    paths.study(''),
    paths.studyApplicants(''),
    paths.studyBudget(''),
  ],
};
const meetings: MenuItem = {
  label: shellWords.meetings,
  to: paths.meetings,
  icon: 'meetings',
  covers: [paths.meetings],
};
const browse: MenuItem = {
  label: shellWords.browseStudies,
  to: paths.browseStudies,
  icon: 'browse',
  covers: [paths.browseStudies, paths.studyApply('')],
};
const studies: MenuItem = {
  label: shellWords.myStudies,
  to: paths.studies,
  icon: 'studies',
  covers: [paths.studies],
};
const messages: MenuItem = {
  label: shellWords.messages,
  to: paths.messages,
  icon: 'messages',
  covers: [paths.messages],
};
const accounts: MenuItem = {
  label: shellWords.myAccounts,
  to: paths.accounts,
  icon: 'accounts',
  covers: [paths.accounts],
};
const help: MenuItem = { label: shellWords.needHelp, to: paths.help, icon: 'help', covers: [paths.help] };
const tour: MenuItem = { label: shellWords.takeATour, to: `${paths.help}#tour`, icon: 'tour', covers: [] };

const ownItems: Readonly<Record<Role, readonly MenuItem[]>> = {
  RESEARCHER: [projects, meetings, messages],
  PARTICIPANT: [browse, studies, messages],
};

export function sideMenu(role: Role): MenuItem[] {
  return [...ownItems[role], accounts, help, tour];
}

/** The tour opens from the side menu only (S-202). */
export function phoneMenu(role: Role): MenuItem[] {
  return sideMenu(role).filter((item) => item !== tour);
}

export function isCurrent(item: MenuItem, pathname: string): boolean {
  return item.covers.some((start) => pathname.startsWith(start));
}

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
