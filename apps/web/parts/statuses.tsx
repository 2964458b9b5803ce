import { choiceWords } from '@app/words/choices.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { shellWords } from '@app/words/shell.ts';
import { WalletPill } from '../src/app/shell/wallet-pill.tsx';
import {
  applicationTones,
  companyTones,
  screeningTones,
  setUpTones,
  standingTones,
  studyTones,
} from '../src/product/status-tones.ts';
import { Avatar } from '../src/ui/avatar.tsx';
import { Badge, type BadgeTone } from '../src/ui/badge.tsx';
import { PartSection, Sample } from './part-section.tsx';

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

export function Statuses() {
  return (
    <PartSection id="statuses" title={words.statuses}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Badges title={words.company} tones={companyTones} names={companyWords} />
        <Badges title={words.application} tones={applicationTones} names={choiceWords.applicationStatus} />
        <Badges title={words.study} tones={studyTones} names={choiceWords.studyState} />
        <Badges title={words.standing} tones={standingTones} names={words.standingWords} />
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
