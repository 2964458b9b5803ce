import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { readStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { adminStudyWords as words } from '@app/words/admin-studies.ts';
import { adminWords } from '@app/words/admin.ts';
import { cedis } from '@app/words/cedis.ts';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useAdminRead } from '../call-admin.ts';
import { PersonLink, cellLinkClass } from '../links.tsx';
import { RecordPage } from '../record-page.tsx';
import { useAdminSession } from '../session.ts';
import { StudyBadge } from './study-badge.tsx';
import { RestorationDialog, SuspensionDialog } from './suspension-dialog.tsx';

type Study = ReplyOf<typeof readStudyAsAdmin>;

const back = { to: '/studies', label: adminWords.screens.studies };

export function Component() {
  const { id = '' } = useParams();
  const read = useAdminRead('project', readStudyAsAdmin, { params: { id } });
  return (
    <RecordPage read={read} back={back}>
      {(study) => <StudyScreen study={study} />}
    </RecordPage>
  );
}

function StudyScreen({ study }: { study: Study }) {
  const [act, setAct] = useState<'SUSPEND' | 'RESTORE' | null>(null);
  const maySuspend = useAdminSession()?.roles.includes('ADMIN') === true;
  const close = () => setAct(null);
  const named = { id: study.id, name: study.publicName || study.name };
  return (
    <AdminPage
      title={named.name}
      back={back}
      actions={maySuspend && <SuspendButton {...{ study, setAct }} />}
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <h2 className="mb-2">{words.studyHeading}</h2>
          <DetailList details={studyDetails(study)} />
        </Card>
        <div className="flex flex-col gap-5">
          {study.suspension && (
            <Card>
              <h2 className="mb-2">{words.isSuspended}</h2>
              <DetailList
                details={[
                  { name: words.since, value: exactTime(study.suspension.at) },
                  { name: words.by, value: study.suspension.by },
                  {
                    name: words.reason,
                    value: <span className="whitespace-pre-line">{study.suspension.reason}</span>,
                  },
                ]}
              />
            </Card>
          )}
          <Card>
            <h2 className="mb-2">{words.numbersHeading}</h2>
            <DetailList
              details={NUMBERS.map((name) => ({
                name: words.numbers[name],
                value:
                  name === 'openReports' && study[name] > 0 ? (
                    <Link to={`/reports?studyId=${study.id}`} className={cellLinkClass}>
                      {study[name]}
                    </Link>
                  ) : (
                    study[name]
                  ),
              }))}
            />
          </Card>
        </div>
      </div>
      {act === 'SUSPEND' && <SuspensionDialog study={named} onClose={close} />}
      {act === 'RESTORE' && <RestorationDialog study={named} onClose={close} />}
    </AdminPage>
  );
}

interface SuspendButtonProps {
  study: Study;
  setAct: (act: 'SUSPEND' | 'RESTORE') => void;
}

function SuspendButton({ study: { state, isSuspended }, setAct }: SuspendButtonProps) {
  if (state === 'DRAFT') return null;
  return (
    <Button
      size="small"
      variant={isSuspended ? 'primary' : 'danger'}
      onClick={() => setAct(isSuspended ? 'RESTORE' : 'SUSPEND')}
    >
      {isSuspended ? words.restore : words.suspend}
    </Button>
  );
}

const NUMBERS = [
  'pendingCount',
  'acceptedCount',
  'meetingsAhead',
  'openSurveys',
  'openReports',
  'unsentPayables',
] as const;

function studyDetails(study: Study) {
  const { name, publicName, description, companyName, researcherId, incentive, places } = study;
  const time = (at: string | null) => (at === null ? adminWords.none : exactTime(at));
  return [
    { name: words.state, value: <StudyBadge study={study} /> },
    ...(publicName === name ? [] : [{ name: words.internalName, value: name }]),
    {
      name: words.description,
      value: <span className="font-normal whitespace-pre-line">{description}</span>,
    },
    { name: words.company, value: companyName ?? adminWords.none },
    { name: words.researcher, value: <PersonLink id={researcherId}>{words.toPerson}</PersonLink> },
    { name: words.pay, value: cedis(incentive * 100) },
    { name: words.places, value: places ?? adminWords.none },
    { name: words.published, value: time(study.publishedAt) },
    ...(study.closedAt ? [{ name: words.closed, value: exactTime(study.closedAt) }] : []),
  ];
}
