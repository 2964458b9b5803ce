import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import { decideDisputeAsAdmin, readDisputeAsAdmin } from '@app/contracts/project/admin-disputes.ts';
import { adminDisputeWords as words } from '@app/words/admin-disputes.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { decisionWords, meetingWords } from '@app/words/meetings.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { PersonLink, StudyLink } from '../links.tsx';
import { RecordPage } from '../record-page.tsx';

type Dispute = ReplyOf<typeof readDisputeAsAdmin>;
type Side = BodyOf<typeof decideDisputeAsAdmin>['decision'];

const SIDES: readonly Side[] = ['PARTICIPANT', 'RESEARCHER'];
const back = { to: '/disputes', label: adminWords.screens.disputes };

export function Component() {
  const { id = '' } = useParams();
  const read = useAdminRead('project', readDisputeAsAdmin, { params: { id } });
  return (
    <RecordPage read={read} back={back}>
      {(dispute) => <DisputeScreen dispute={dispute} />}
    </RecordPage>
  );
}

function DisputeScreen({ dispute }: { dispute: Dispute }) {
  const [side, setSide] = useState<Side | null>(null);
  const { id, kind, study } = dispute;
  return (
    <AdminPage
      title={words.title(words.kinds[kind], study)}
      back={back}
      actions={
        dispute.state === 'OPEN' &&
        SIDES.map((possible) => (
          <Button key={possible} size="small" variant="secondary" onClick={() => setSide(possible)}>
            {decisionWords[possible]}
          </Button>
        ))
      }
    >
      {dispute.decision && <Decided dispute={dispute} decision={dispute.decision} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Account heading={words.participantSays} {...participantAccount(dispute)} />
        <Account heading={words.researcherSays} {...researcherAccount(dispute)} />
        <Card>
          <h2 className="mb-2">{words.kinds[kind]}</h2>
          <DetailList
            details={[
              { name: words.study, value: <StudyLink id={dispute.studyId}>{study}</StudyLink> },
              ...(dispute.startsAt ? [{ name: words.meeting, value: exactTime(dispute.startsAt) }] : []),
              { name: words.pay, value: cedis(dispute.incentive * 100) },
              { name: words.raised, value: exactTime(dispute.raisedAt) },
            ]}
          />
        </Card>
        <Card>
          <h2 className="mb-2">{words.historyHeading}</h2>
          <DetailList
            details={dispute.history.map(({ at, event }) => ({
              name: exactTime(at),
              value: words.events[event] ?? event,
            }))}
          />
        </Card>
      </div>
      {side && (
        <ActionDialog
          title={decisionWords[side]}
          confirm={words.decide}
          reason={{ label: words.reason, hint: words.reasonHint }}
          onConfirm={(reason, idempotencyKey) =>
            callAsAdmin.project(decideDisputeAsAdmin, {
              params: { id },
              body: { decision: side, reason },
              idempotencyKey,
            })
          }
          successText={words.done}
          onClose={() => setSide(null)}
        >
          <p>{words.effects[kind][side]}</p>
        </ActionDialog>
      )}
    </AdminPage>
  );
}

function Decided({ dispute, decision }: { dispute: Dispute; decision: Side }) {
  const { decidedAt, decidedBy, decisionReason } = dispute;
  return (
    <Card className="mb-5">
      <h2 className="mb-2">{decisionWords[decision]}</h2>
      <DetailList
        details={[
          { name: words.decided, value: decidedAt === null ? adminWords.none : exactTime(decidedAt) },
          { name: words.decidedBy, value: decidedBy ?? words.byLink },
          { name: words.reason, value: <Said text={decisionReason} /> },
        ]}
      />
    </Card>
  );
}

const participantAccount = ({ reportKind, participantText, participantCode, participantId }: Dispute) => ({
  claim: reportKind ? meetingWords.report[reportKind] : words.appeals,
  text: participantText,
  person: { id: participantId, name: participantCode },
});

const researcherAccount = ({ kind, marked, rejectionReason, researcherText, researcherId }: Dispute) => ({
  claim:
    kind === 'SURVEY'
      ? rejectionReason && words.rejections[rejectionReason]
      : marked
        ? meetingWords.state[marked]
        : meetingWords.unmarked,
  text: researcherText,
  person: { id: researcherId, name: words.researcher },
});

interface AccountProps {
  heading: string;
  claim: string | null;
  text: string | null;
  person: { id: string; name: string };
}

function Account({ heading, claim, text, person }: AccountProps) {
  return (
    <Card>
      <h2 className="mb-2">{heading}</h2>
      {claim !== null && <p className="font-semibold">{claim}</p>}
      <p className="mt-2">
        <Said text={text} />
      </p>
      <p className="mt-3 text-sm">
        <PersonLink id={person.id}>{person.name}</PersonLink>
      </p>
    </Card>
  );
}

const Said = ({ text }: { text: string | null }) =>
  text ? <span className="whitespace-pre-line wrap-anywhere">{text}</span> : <>{words.nothingSaid}</>;
