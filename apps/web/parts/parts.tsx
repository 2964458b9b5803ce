import { partsPageWords as words } from '@app/words/parts-page.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { Button } from '../src/ui/button.tsx';
import { SkipLink } from '../src/ui/skip-link.tsx';
import { StickyBar } from '../src/ui/sticky-bar.tsx';
import { toast } from '../src/ui/toast.ts';
import { Choices } from './choices.tsx';
import { Colours } from './colours.tsx';
import { Fields } from './fields.tsx';
import { Rest } from './rest.tsx';
import { TOAST_POSITIONS, type ToastKind, type ToastPosition } from '../src/ui/toast-queue.ts';
import { PartSection, Sample } from './part-section.tsx';
import { choiceWords } from '@app/words/choices.ts';
import { shellWords } from '@app/words/shell.ts';
import { WalletPill } from '../src/app/shell/wallet-pill.tsx';
import {
  applicationTones,
  companyTones,
  screeningTones,
  setUpTones,
  recruitmentTones,
  studyTones,
} from '../src/product/status-tones.ts';
import { Avatar } from '../src/ui/avatar.tsx';
import { Badge, type BadgeTone } from '../src/ui/badge.tsx';
import { useState } from 'react';
import { Modal } from '../src/ui/modal.tsx';
import { TextInput } from '../src/ui/text-input.tsx';
import { Buttons } from './buttons.tsx';

const sections = [
  ['colours', words.colours],
  ['type', words.type],
  ['buttons', words.buttons],
  ['fields', words.fields],
  ['choices', words.choices],
  ['dialogs', words.dialogs],
  ['toasts', words.toasts],
  ['statuses', words.statuses],
  ['rest', words.rest],
] as const;

export function Parts() {
  return (
    <>
      <title>{`${words.title} · ${PRODUCT_NAME}`}</title>
      <SkipLink />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page px-4 pt-6 sm:px-8 sm:pt-8">
        <h1>{words.title}</h1>
        <p className="mt-2 max-w-text text-cocoa-2">{words.intro}</p>
        <nav aria-label={words.sections} className="mt-5">
          <ul className="flex flex-wrap gap-x-6">
            {sections.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`} className="text-link inline-flex min-h-11 items-center">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Colours />
        <Type />
        <Buttons />
        <Fields />
        <Choices />
        <Dialogs />
        <Toasts />
        <Statuses />
        <Rest />
        <StickyBar note={words.barNote}>
          <Button onClick={() => toast.success(words.aToast(words.kinds.success))}>{words.barButton}</Button>
        </StickyBar>
      </main>
    </>
  );
}

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

function Toasts() {
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

const companyWords = {
  NOT_SENT: words.notSent,
  PENDING: shellWords.pendingVerification,
  VERIFIED: shellWords.accountVerified,
  DECLINED: shellWords.accountDeclined,
};

interface BadgesProps<S extends string> {
  title: string;
  tones: Readonly<Record<S, BadgeTone>>;
  names: Readonly<Record<S, string>>;
}

function Badges<S extends string>({ title, tones, names }: BadgesProps<S>) {
  return (
    <Sample title={title}>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(tones) as S[]).map((status) => (
          <Badge key={status} tone={tones[status]}>
            {names[status]}
          </Badge>
        ))}
      </div>
    </Sample>
  );
}

function Statuses() {
  return (
    <PartSection id="statuses" title={words.statuses}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Badges title={words.company} tones={companyTones} names={companyWords} />
        <Badges title={words.application} tones={applicationTones} names={choiceWords.applicationStatus} />
        <Badges title={words.study} tones={studyTones} names={choiceWords.studyState} />
        <Badges title={words.recruitmentStatus} tones={recruitmentTones} names={words.recruitmentWords} />
        <Badges title={words.screening} tones={screeningTones} names={choiceWords.screening} />
        <Badges title={words.setUp} tones={setUpTones} names={words.setUpWords} />
      </div>
      <Sample title={words.moreText}>
        <Badge tone="plain">{words.longName}</Badge>
      </Sample>
      <Sample title={words.avatars}>
        <div className="flex flex-wrap items-center gap-3">
          {words.people.map(([firstName, lastName]) => (
            <Avatar key={lastName} id={lastName} firstName={firstName} lastName={lastName} />
          ))}
          <WalletPill />
        </div>
      </Sample>
    </PartSection>
  );
}

type Dialog = 'ASK' | 'SUCCESS' | 'LONG' | 'SHEET';

function Dialogs() {
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

function Type() {
  const [page, section, card] = words.headings;
  return (
    <PartSection id="type" title={words.type}>
      <div className="max-w-text">
        {/* A page has one heading. So the names of the parts only look like headings. */}
        <p className="font-display text-3xl font-heavy">{page}</p>
        <p className="mt-3 font-display text-xl font-heavy">{section}</p>
        <p className="mt-3 font-display text-lg font-heavy">{card}</p>
        <p className="mt-3">{words.body}</p>
        <p className="mt-3 text-sm text-cocoa-3">{words.hintText}</p>
        <p className="mt-3">
          <a href="#type" className="text-link">
            {words.link}
          </a>
        </p>
      </div>
    </PartSection>
  );
}
