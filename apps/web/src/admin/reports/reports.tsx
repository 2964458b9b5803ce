import { listReportsAsAdmin } from '@app/contracts/project/admin-reports.ts';
import { adminReportWords as words } from '@app/words/admin-reports.ts';
import { adminWords } from '@app/words/admin.ts';
import { longDate } from '@app/words/days.ts';
import { Link, useSearchParams } from 'react-router';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import { cellLinkClass } from '../links.tsx';
import { reportReason } from './report-states.ts';

export function Component() {
  const { OPEN, ...others } = words.states;
  const studyId = useSearchParams()[0].get('studyId');
  return (
    <AdminPage title={adminWords.screens.reports}>
      {studyId !== null && (
        <p className="mb-3">
          {words.oneStudy}{' '}
          <Link to="/reports" className={cellLinkClass}>
            {words.everyStudy}
          </Link>
        </p>
      )}
      <AdminList
        service="project"
        endpoint={listReportsAsAdmin}
        label={adminWords.screens.reports}
        filters={[{ name: 'state', label: words.state, any: OPEN, options: Object.entries(others) }]}
        {...(studyId !== null && { fixed: { studyId } })}
        rowKey={({ id }) => id}
        linkTo={({ id }) => `/reports/${id}`}
        columns={[
          { name: words.study, show: ({ study }) => study },
          { name: words.about, show: ({ kind }) => words.kinds[kind] },
          { name: words.reason, show: ({ reason }) => reportReason(reason) },
          { name: words.reported, show: ({ reportedOn }) => longDate(reportedOn) },
          { name: words.decidedBy, show: ({ decidedBy }) => decidedBy },
        ]}
        empty={{ title: words.noneTitle, text: words.noneText }}
      />
    </AdminPage>
  );
}
