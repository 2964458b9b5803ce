import './tour.css';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { tourMessages as words } from '@app/words/tour.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUser } from '../../session/session.ts';
import { tourAt } from '../../tour.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { enterTopLayer } from '../../ui/top-layer.ts';
import { type Stop, stopsOf } from './stops.ts';
import { useTarget } from './use-target.ts';

/** Over the page as long as the tour lasts; then the page goes on at its heading. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    next.current?.focus();
    const leave = enterTopLayer(element);
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

interface TourStopProps {
  user: SignedInUser;
  stops: readonly Stop[];
  at: number;
}

function TourStop({ user, stops, at }: TourStopProps) {
  const { name, text, targets } = stops[at]!;
  const id = useId();
  const { dialog, next } = useDialog();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isGoing, setIsGoing] = useState(false);
  const isThere = useTarget(targets);
  // The search for the next place takes calls; meanwhile the tour may be left, by a button or by the browser's own Back.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const isLast = at === stops.length - 1;

  async function goTo(other: number) {
    const stop = stops[other];
    if (isGoing || !stop) return;
    setIsGoing(true);
    const place = await stop.find(user);
    if (!isHere.current) return;
    await navigate(place, { replace: true, state: tourAt(other) });
    setIsGoing(false);
    next.current?.focus();
  }
  function leave() {
    isHere.current = false;
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
      className={cx('tour', isThere && 'tour-lit')}
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

/** One stop of the guided tour, over the screen that it is about. */
export function Tour({ stop }: { stop: number }) {
  const user = useUser();
  if (user === null) return null;
  const stops = stopsOf[user.role];
  return stops[stop] && <TourStop user={user} stops={stops} at={stop} />;
}
