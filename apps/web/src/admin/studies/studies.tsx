import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { listStudiesAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { adminStudyWords as words } from '@app/words/admin-studies.ts';
import { adminWords } from '@app/words/admin.ts';
import { choiceWords } from '@app/words/choices.ts';
import { TimeAgo } from '../../product/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { AdminPage } from '../admin-page.tsx';
import type { AdminColumn } from '../admin-table.tsx';
import { StudyBadge } from './study-badge.tsx';

const columns: readonly AdminColumn<ReplyOf<typeof listStudiesAsAdmin>['content'][number]>[] = [
  { name: words.publicName, show: ({ publicName, name }) => publicName || name },
  { name: words.internalName, show: ({ publicName, name }) => publicName !== name && name },
  { name: words.state, show: (study) => <StudyBadge study={study} /> },
  { name: words.company, show: ({ companyName }) => companyName },
  {
    name: words.places,
    show: ({ acceptedCount, places }) => places !== null && `${acceptedCount} / ${places}`,
    isNumber: true,
  },
  { name: words.created, show: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];
const states = { ...choiceWords.studyState, SUSPENDED: words.isSuspended };

export function Component() {
  return (
    <AdminPage title={adminWords.screens.studies}>
      <AdminList
        service="project"
        endpoint={listStudiesAsAdmin}
        label={adminWords.screens.studies}
        search={{ label: words.search, hint: words.searchHint }}
        filters={[
          { name: 'state', label: words.state, any: words.anyState, options: Object.entries(states) },
        ]}
        rowKey={({ id }) => id}
        linkTo={({ id }) => `/studies/${id}`}
        columns={columns}
        empty={{ title: words.noneTitle, text: words.noneText }}
      />
    </AdminPage>
  );
}
