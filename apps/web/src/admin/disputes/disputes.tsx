import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { listDisputesAsAdmin } from '@app/contracts/project/admin-disputes.ts';
import { adminDisputeWords as words } from '@app/words/admin-disputes.ts';
import { adminWords } from '@app/words/admin.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import type { AdminColumn } from '../admin-table.tsx';

const columns: readonly AdminColumn<ReplyOf<typeof listDisputesAsAdmin>['content'][number]>[] = [
  { name: words.study, show: ({ study }) => study },
  { name: words.about, show: ({ kind }) => words.kinds[kind] },
  { name: words.raised, show: ({ raisedAt }) => <TimeAgo at={raisedAt} /> },
  {
    name: words.decided,
    show: ({ decidedAt }) => decidedAt !== null && <TimeAgo at={decidedAt} />,
  },
];
const states = [['DECIDED', words.states.DECIDED]] as const;

export function Component() {
  return (
    <AdminPage title={adminWords.screens.disputes}>
      <AdminList
        service="project"
        endpoint={listDisputesAsAdmin}
        label={adminWords.screens.disputes}
        filters={[{ name: 'state', label: words.state, any: words.states.OPEN, options: states }]}
        rowKey={({ id }) => id}
        linkTo={({ id }) => `/disputes/${id}`}
        columns={columns}
        empty={{ title: words.noneTitle, text: words.noneText }}
      />
    </AdminPage>
  );
}
