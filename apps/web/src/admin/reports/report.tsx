import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import { decideReportAsAdmin, readReportAsAdmin } from '@app/contracts/project/admin-reports.ts';
import { adminReportWords as words } from '@app/words/admin-reports.ts';
import { adminWords } from '@app/words/admin.ts';
import { longDate } from '@app/words/days.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { exactTime } from '../../format/exact-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { PersonLink, StudyLink } from '../links.tsx';
import { RecordPage } from '../record-page.tsx';
import { useAdminSession } from '../session.ts';
import { SuspensionDialog } from '../studies/suspension-dialog.tsx';
import { reportReason, reportTones } from './report-states.ts';

type Report = ReplyOf<typeof readReportAsAdmin>;
type Act = BodyOf<typeof decideReportAsAdmin>['state'] | 'SUSPEND';

const back = { to: '/reports', label: adminWords.screens.reports };

export function Component() {
  const { id = '' } = useParams();
  const read = useAdminRead('project', readReportAsAdmin, { params: { id } });
  return (
    <RecordPage read={read} back={back}>
      {(report) => <ReportScreen report={report} />}
    </RecordPage>
  );
}

const ACTS: readonly Act[] = ['SUSPEND', 'ACTED', 'DISMISSED'];

function ReportScreen({ report }: { report: Report }) {
  const [act, setAct] = useState<Act | null>(null);
  const mayDecide = useAdminSession()?.roles.includes('ADMIN') === true;
  const { kind, study } = report;
  return (
    <AdminPage
      title={words.title(words.kinds[kind], study)}
      back={back}
      actions={
        mayDecide &&
        report.state === 'OPEN' &&
        ACTS.map((possible) => (
          <Button
            key={possible}
            size="small"
            variant={possible === 'SUSPEND' ? 'danger' : 'secondary'}
            onClick={() => setAct(possible)}
          >
            {words.acts[possible].verb}
          </Button>
        ))
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <h2 className="mb-2">{words.reportHeading}</h2>
          <DetailList details={reportDetails(report)} />
        </Card>
        {report.copy && <Copy copy={report.copy} />}
        {report.text === null && <p>{words.messagesHidden}</p>}
      </div>
      {act === 'SUSPEND' && (
        <SuspensionDialog study={{ id: report.studyId, name: study }} onClose={() => setAct(null)} />
      )}
      {act && act !== 'SUSPEND' && <DecisionDialog id={report.id} state={act} onClose={() => setAct(null)} />}
    </AdminPage>
  );
}

function reportDetails({ state, studyId, study, ...report }: Report) {
  const { reportedId, reporterId, decidedAt, decidedBy, text, note } = report;
  return [
    { name: words.state, value: <Badge tone={reportTones[state]}>{words.states[state]}</Badge> },
    { name: words.reason, value: reportReason(report.reason) },
    ...(text === null
      ? []
      : [{ name: words.text, value: <span className="whitespace-pre-line">{text}</span> }]),
    { name: words.reported, value: longDate(report.reportedOn) },
    { name: words.study, value: <StudyLink id={studyId}>{study}</StudyLink> },
    ...(reportedId
      ? [
          {
            name: words.reportedPerson[report.kind],
            value: <PersonLink id={reportedId}>{words.toPerson}</PersonLink>,
          },
        ]
      : []),
    {
      name: words.reporter,
      value: reporterId ? <PersonLink id={reporterId}>{words.toPerson}</PersonLink> : words.left,
    },
    ...(decidedAt ? [{ name: words.decided, value: exactTime(decidedAt) }] : []),
    ...(decidedBy === null ? [] : [{ name: words.decidedBy, value: decidedBy }]),
    ...(note === null
      ? []
      : [{ name: words.note, value: <span className="whitespace-pre-line">{note}</span> }]),
  ];
}

function Copy({ copy }: { copy: NonNullable<Report['copy']> }) {
  return (
    <Card>
      <h2 className="mb-2">{words.copyHeading}</h2>
      <DetailList
        details={copy.map(({ by, text, sentAt }) => ({
          name: words.saidBy(words.writers[by], exactTime(sentAt)),
          value: <span className="font-normal whitespace-pre-line">{text}</span>,
        }))}
      />
    </Card>
  );
}

interface DecisionDialogProps {
  id: string;
  state: Exclude<Act, 'SUSPEND'>;
  onClose: () => void;
}

function DecisionDialog({ id, state, onClose }: DecisionDialogProps) {
  const { title, verb, effect, done } = words.acts[state];
  return (
    <ActionDialog
      title={title}
      confirm={verb}
      reason={{ label: words.note, hint: words.noteHint }}
      onConfirm={(note, idempotencyKey) =>
        callAsAdmin.project(decideReportAsAdmin, { params: { id }, body: { state, note }, idempotencyKey })
      }
      successText={done}
      onClose={onClose}
    >
      <p>{effect}</p>
    </ActionDialog>
  );
}
