import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { PERSON_STATES, listPeopleAsAdmin } from '@app/contracts/identity/admin-people.ts';
import { ROLES } from '@app/contracts/enumerations.ts';
import { adminPeopleWords as words } from '@app/words/admin-people.ts';
import { adminWords } from '@app/words/admin.ts';
import { shortDate } from '../../format/dates.ts';
import { AdminList } from '../admin-list.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { AdminPage } from '../admin-page.tsx';
import { PersonStateBadge } from './person-state.tsx';

const columns: AdminColumn<ReplyOf<typeof listPeopleAsAdmin>['content'][number]>[] = [
  { name: words.columns.name, show: ({ name }) => name },
  { name: words.columns.email, show: ({ email }) => email },
  { name: words.columns.role, show: ({ role }) => words.roles[role] },
  { name: words.columns.state, show: ({ state }) => <PersonStateBadge state={state} /> },
  { name: words.columns.registeredAt, show: ({ registeredAt }) => shortDate(registeredAt) },
];

export function Component() {
  return (
    <AdminPage title={adminWords.screens.people}>
      <AdminList
        service="identity"
        endpoint={listPeopleAsAdmin}
        label={adminWords.screens.people}
        search={{ label: words.search, hint: words.searchHint }}
        filters={[
          {
            name: 'role',
            label: words.role,
            any: words.anyRole,
            options: ROLES.map((role) => [role, words.roles[role]]),
          },
          {
            name: 'state',
            label: words.state,
            any: words.anyState,
            options: PERSON_STATES.map((state) => [state, words.states[state]]),
          },
        ]}
        columns={columns}
        rowKey={({ userId }) => userId}
        linkTo={({ userId }) => `/people/${userId}`}
        empty={words.empty}
      />
    </AdminPage>
  );
}
