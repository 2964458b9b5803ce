import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { listCompaniesAsAdmin } from '@app/contracts/identity/admin-companies.ts';
import { adminCompanyWords as words } from '@app/words/admin-companies.ts';
import { adminWords } from '@app/words/admin.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { companyStateTones } from './company-states.ts';

const columns: readonly AdminColumn<ReplyOf<typeof listCompaniesAsAdmin>['content'][number]>[] = [
  { name: words.company, show: ({ companyName }) => companyName },
  { name: words.researcher, show: ({ researcherName }) => researcherName },
  { name: words.email, show: ({ email }) => email },
  {
    name: words.state,
    show: ({ state }) => <Badge tone={companyStateTones[state]}>{words.states[state]}</Badge>,
  },
  { name: words.sent, show: ({ submittedAt }) => <TimeAgo at={submittedAt} /> },
];

export function Component() {
  return (
    <AdminPage title={adminWords.screens.companies}>
      <AdminList
        service="identity"
        endpoint={listCompaniesAsAdmin}
        label={adminWords.screens.companies}
        search={{ label: words.search, hint: words.searchHint }}
        filters={[
          { name: 'state', label: words.state, any: words.anyState, options: Object.entries(words.states) },
        ]}
        rowKey={({ userId }) => userId}
        linkTo={({ userId }) => `/companies/${userId}`}
        columns={columns}
        empty={{ title: words.noneTitle, text: words.noneText }}
      />
    </AdminPage>
  );
}
