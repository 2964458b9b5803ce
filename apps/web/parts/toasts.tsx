import { partsPageWords as words } from '@app/words/parts-page.ts';
import { Button } from '../src/ui/button.tsx';
import { TOAST_POSITIONS, type ToastKind, type ToastPosition } from '../src/ui/toast-queue.ts';
import { toast } from '../src/ui/toast.ts';
import { PartSection, Sample } from './part-section.tsx';

const kinds = Object.entries(words.kinds) as [ToastKind, string][];

function Kinds({ place, position }: { place: string; position?: ToastPosition }) {
  return (
    <div className="flex flex-wrap gap-2">
      {kinds.map(([kind, name]) => (
        <Button
          key={kind}
          variant="secondary"
          size="small"
          aria-label={words.toastAt(name, place)}
          onClick={() => toast[kind](words.aToast(name), position === undefined ? {} : { position })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

export function Toasts() {
  const undo = { label: words.undo, onPress: () => toast.info(words.undone), takesFocus: false };
  return (
    <PartSection id="toasts" title={words.toasts}>
      <p className="max-w-text text-cocoa-2">{words.toastText}</p>
      <Sample title={words.defaultPlace}>
        <Kinds place={words.defaultPlace} />
      </Sample>
      <div className="grid gap-6 sm:grid-cols-3">
        {TOAST_POSITIONS.map((position) => (
          <Sample key={position} title={words.positions[position]}>
            <Kinds place={words.positions[position]} position={position} />
          </Sample>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => toast.error(`${words.error} ${words.longName}`)}>
          {words.longToast}
        </Button>
        <Button variant="secondary" onClick={() => toast.success(words.sent, { action: undo })}>
          {words.withAction}
        </Button>
      </div>
    </PartSection>
  );
}
