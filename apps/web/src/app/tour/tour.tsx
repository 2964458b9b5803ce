import './tour.css';
import { shellWords } from '@app/words/shell.ts';
import { tourWords as words } from '@app/words/tour.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjectStudies, listProjects } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { useUser } from '../../session/session.ts';
import { tourAt } from '../../tour.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { registerOpenDialog } from '../../ui/top-layer.ts';

function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    next.current?.focus();
    const leave = registerOpenDialog(element);
    return () => {
      leave();
      element.close();
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
  }, []);
  return { dialog, next };
}

interface Stop {
  name: string;
  text: string;
  find: (user: SignedInUser) => string | Promise<string>;
  targets: readonly string[];
}

const HEADING = 'main h1';
const FIRST = 'main ul > li';
const MENU = ['aside nav', `header button[aria-label="${shellWords.openMenu}"]`];
const BELL = ['[data-tour="bell"]'];
const linkTo = (path: string) => `main a[href^="${path}"]`;

const intro: Stop = { ...words.intro, find: () => `${paths.help}#tour`, targets: [] };
const help = { find: () => paths.help, targets: ['main [role="search"]'] };
const accounts = { find: () => paths.accounts, targets: ['main section', HEADING] };

const { participant, researcher } = words;

async function orElse(path: string, find: () => Promise<string | undefined>): Promise<string> {
  try {
    return (await find()) ?? path;
  } catch {
    return path;
  }
}

async function findFirstProject(user: SignedInUser): Promise<string | undefined> {
  // If the researcher is not verified, the guard would show a message and not the project.
  if (user.adminVerificationStatus !== 'VERIFIED') return undefined;
  const { content } = await callProject(listProjects, { query: { creatorId: user.userId } });
  return (content.find(({ studyCount }) => studyCount > 0) ?? content[0])?.id;
}

function findProject(user: SignedInUser): Promise<string> {
  return orElse(paths.projects, async () => {
    const id = await findFirstProject(user);
    return id && paths.project(id);
  });
}

const findStudy = (pathOf: (studyId: string) => string) => (user: SignedInUser) =>
  orElse(paths.projects, async () => {
    const id = await findFirstProject(user);
    if (id === undefined) return undefined;
    const { content } = await callProject(listProjectStudies, { params: { id } });
    const study = content.find(({ appliedCount }) => appliedCount > 0) ?? content[0];
    return study && pathOf(study.id);
  });

function findOpenStudy(user: SignedInUser): Promise<string> {
  return orElse(paths.browseStudies, async () => {
    if (!user.hasUserInfo) return undefined;
    const { content } = await callProject(browseStudies, { query: { size: 1 } });
    return content[0] && paths.studyApply(content[0].id);
  });
}

const participantStops: readonly Stop[] = [
  intro,
  { ...participant.menu, find: () => paths.browseStudies, targets: MENU },
  {
    ...participant.browse,
    find: () => paths.browseStudies,
    targets: [FIRST, linkTo(paths.participantSetup), HEADING],
  },
  { ...participant.study, find: findOpenStudy, targets: [HEADING] },
  { ...participant.studies, find: () => paths.studies, targets: [FIRST, HEADING] },
  { ...participant.bell, find: () => paths.studies, targets: BELL },
  { ...participant.accounts, ...accounts },
  { ...participant.help, ...help },
];

const researcherStops: readonly Stop[] = [
  intro,
  { ...researcher.menu, find: () => paths.projects, targets: MENU },
  { ...researcher.projects, find: () => paths.projects, targets: [linkTo(paths.createProject), HEADING] },
  { ...researcher.project, find: findProject, targets: [linkTo(paths.createStudy('')), HEADING] },
  {
    ...researcher.applicants,
    find: findStudy(paths.studyApplicants),
    targets: ['main tbody tr', FIRST, HEADING],
  },
  { ...researcher.study, find: findStudy(paths.study), targets: [linkTo(paths.studyBudget('')), HEADING] },
  { ...researcher.meetings, find: () => paths.meetings, targets: [HEADING] },
  { ...researcher.bell, find: () => paths.projects, targets: BELL },
  { ...researcher.accounts, ...accounts },
  { ...researcher.help, ...help },
];

const stopsOf: Readonly<Record<Role, readonly Stop[]>> = {
  RESEARCHER: researcherStops,
  PARTICIPANT: participantStops,
};

/** tour.css marks the target by this attribute. A class would be removed by React. */
const MARK = 'data-toured';

function firstSeen(selectors: readonly string[]): Element | undefined {
  return selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find((element) => element.getClientRects().length > 0);
}

function useTarget(selectors: readonly string[]): boolean {
  const [isFound, setIsThere] = useState(false);
  useEffect(() => {
    let target: Element | undefined;
    const look = () => {
      const found = firstSeen(selectors);
      if (found === target) return;
      target?.removeAttribute(MARK);
      target = found;
      target?.setAttribute(MARK, '');
      target?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      setIsThere(target !== undefined);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('resize', look);
      observer.disconnect();
      target?.removeAttribute(MARK);
    };
  }, [selectors]);
  return isFound;
}

function TourStop({ user, stops, at }: { user: SignedInUser; stops: readonly Stop[]; at: number }) {
  const { name, text, targets } = stops[at]!;
  const id = useId();
  const { dialog, next } = useDialog();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isGoing, setIsGoing] = useState(false);
  const isFound = useTarget(targets);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const isLast = at === stops.length - 1;

  async function goTo(other: number) {
    const stop = stops[other];
    if (isGoing || !stop) return;
    setIsGoing(true);
    const place = await stop.find(user);
    if (!isMounted.current) return;
    await navigate(place, { replace: true, state: tourAt(other) });
    setIsGoing(false);
    next.current?.focus();
  }
  function leave() {
    isMounted.current = false;
    void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}name`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      className={cx('tour', isFound && 'tour-lit')}
    >
      <div className="tour-veil" />
      <div className="tour-card">
        <div aria-live="polite" aria-atomic="true">
          <p className="figures flex min-h-9 items-center text-sm text-cocoa-3">
            {words.position(at + 1, stops.length)}
          </p>
          <h2 id={`${id}name`} className="mt-1">
            {name}
          </h2>
          <p id={`${id}text`} className="mt-2 text-cocoa-2">
            {text}
          </p>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button ref={next} isBusy={isGoing} onClick={() => void (isLast ? leave() : goTo(at + 1))}>
            {isLast ? words.done : words.next}
          </Button>
          {at > 0 && (
            <Button variant="secondary" onClick={() => void goTo(at - 1)}>
              {words.back}
            </Button>
          )}
        </div>
        {!isLast && (
          <div className="absolute top-4 right-2">
            <Button variant="quiet" size="small" onClick={leave}>
              {words.skip}
            </Button>
          </div>
        )}
      </div>
    </dialog>
  );
}

export function Tour({ stop }: { stop: number }) {
  const user = useUser();
  if (user === null) return null;
  const stops = stopsOf[user.role];
  return stops[stop] && <TourStop user={user} stops={stops} at={stop} />;
}
