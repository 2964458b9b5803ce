import type { Paging } from '@app/contracts/endpoint.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { GROUPED_KINDS, type NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { notificationText } from '@app/words/notifications.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Db, ProjectTables } from '../schema.ts';

export interface NotificationReader {
  userId: string;
  role: Role;
}

type Condition = ExpressionBuilder<ProjectTables, 'project.notifications'>;
/** The condition has no parameter. Otherwise a prepared statement could not use the partial index. */
export const isUnread = (eb: Condition) => eb.not('is_read');

export const columns = [
  'notification_id as id',
  'kind',
  'params',
  'message',
  'path',
  'is_read as read',
  'created_at as createdAt',
] as const;

export const groupKey = sql<string>`case
  when kind in (${sql.join(GROUPED_KINDS)}) and params ? 'studyId' then kind || ' ' || (params ->> 'studyId')
  else notification_id::text end`;

export async function listNotifications(
  db: Db,
  { userId, role }: NotificationReader,
  {
    page,
    size,
    read,
    grouped,
  }: Paging & { read?: 'true' | 'false' | undefined; grouped?: 'true' | undefined },
): Promise<{ content: Notification[]; totalElements: number }> {
  const asked = (eb: Condition) => {
    const mine = eb('user_id', '=', userId);
    return read === undefined ? mine : eb.and([mine, read === 'true' ? eb.ref('is_read') : isUnread(eb)]);
  };
  if (grouped) return listGroups(db, role, asked, { page, size });
  const rows = await db
    .selectFrom('project.notifications')
    .select(columns)
    .where(asked)
    .orderBy('created_at', 'desc')
    .orderBy('notification_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map((row) => toNotification(row, role));
  if (rows.length < size && (rows.length > 0 || page === 0)) {
    return { content, totalElements: page * size + rows.length };
  }
  const { total } = await db
    .selectFrom('project.notifications')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(asked)
    .executeTakeFirstOrThrow();
  return { content, totalElements: total };
}

async function listGroups(
  db: Db,
  role: Role,
  asked: (eb: Condition) => Expression<SqlBool>,
  { page, size }: Paging,
): Promise<{ content: Notification[]; totalElements: number }> {
  const rows = await db
    .with('entry', (cte) =>
      cte
        .selectFrom('project.notifications')
        .select([
          sql<string>`(array_agg(notification_id order by created_at desc, notification_id desc))[1]`.as(
            'newestId',
          ),
          sql<number>`count(*)::int`.as('notifications'),
          sql<number>`count(distinct coalesce(params ->> 'applicationId', notification_id::text))::int`.as(
            'people',
          ),
          sql<number>`(count(*) filter (where not is_read))::int`.as('unread'),
        ])
        .where(asked)
        .groupBy(groupKey),
    )
    .selectFrom('entry')
    .innerJoin('project.notifications', 'notification_id', 'entry.newestId')
    .select([...columns, 'entry.notifications', 'entry.people', 'entry.unread'])
    .select(sql<number>`(select count(*)::int from entry)`.as('total'))
    .orderBy('created_at', 'desc')
    .orderBy('notification_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map(({ notifications, people, unread, ...row }) =>
    toNotification({ ...row, read: unread === 0, group: { notifications, people, unread } }, role),
  );
  return { content, totalElements: rows[0]?.total ?? 0 };
}

export async function countUnread(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('project.notifications')
    .select((eb) => ['user_id as userId', eb.fn.countAll<number>().as('unread')])
    .where('user_id', '=', anyOfIds(userIds))
    .where(isUnread)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

interface Row {
  id: string;
  kind: string | null;
  params: unknown;
  message: string;
  path: string | null;
  read: boolean;
  createdAt: Date;
  group?: Notification['group'];
}

export function toNotification(row: Row, role: Role): Notification {
  const params = row.params as Notification['params'];
  return { ...row, params, ...drawn(row, role), createdAt: row.createdAt.toISOString() };
}

function drawn(row: Row, role: Role): { message: string; path: string | null } {
  const { kind, params, message, path, group } = row;
  if (kind === null) return { message, path };
  const content = { kind, params } as NotificationContent;
  const isOfMany = group !== undefined && group.notifications > 1;
  return {
    message: notificationText(row),
    path: isOfMany ? placeOfAll(content) : notificationPath(content, role),
  };
}

const placeOfAll = ({ kind, params }: NotificationContent): string =>
  (kind === 'NEW_APPLICANT' || kind === 'APPLICANT_WITHDREW') && 'studyId' in params
    ? paths.studyApplicants(params.studyId)
    : paths.meetings;

/** Participants and researchers both get this notification, but each needs a link to another page. */
const decidedMeetingPath: Record<Role, (of: { studyId: string; startsAt: string }) => string> = {
  RESEARCHER: ({ startsAt }) => paths.meetingsOn(startsAt),
  PARTICIPANT: ({ studyId }) => paths.ownStudy(studyId),
};

/** If a node of an older version has left out the id, the link leads to the list. */
function notificationPath({ kind, params }: NotificationContent, role: Role): string {
  if (kind === 'NEW_MESSAGE') return paths.conversation(params.applicationId);
  if (kind === 'MEETING_DECIDED') return decidedMeetingPath[role](params);
  if (kind === 'SURVEYS_WAIT' || kind === 'SURVEY_DISPUTED') return paths.studyApplicants(params.studyId);
  if (kind === 'SURVEY_DECIDED' && role === 'RESEARCHER') return paths.studyApplicants(params.studyId);
  if (kind === 'PAYMENT_HELD' || kind === 'PAYMENT_NEEDS_ACCOUNT') return paths.money;
  if (kind === 'COMPANY_ACCEPTED') return paths.company;
  if (kind === 'COMPANY_DECLINED' || kind === 'COMPANY_REVOKED') return paths.kyc;
  if (kind === 'STUDY_FITS') return paths.studyApply(params.studyId);
  if (
    kind === 'STUDY_ENDED' ||
    kind === 'APPROVAL_ENDS' ||
    kind === 'SURVEY_PAUSED' ||
    kind === 'SURVEY_LONGER'
  )
    return paths.study(params.studyId);
  if (kind === 'NEW_APPLICANT' || kind === 'APPLICANT_WITHDREW' || kind === 'CONSENT_WITHDRAWN') {
    const { studyId, applicationId } = params;
    return applicationId === undefined
      ? paths.studyApplicants(studyId)
      : paths.applicant(studyId, applicationId);
  }
  if (
    kind === 'TIME_BOOKED' ||
    kind === 'TIME_MOVED' ||
    kind === 'TIME_CANCELLED' ||
    kind === 'MEETINGS_UNMARKED' ||
    kind === 'MEETING_DISPUTED'
  ) {
    return paths.meetingsOn(params.startsAt);
  }
  if (kind === 'TIME_OFFERED' || kind === 'TIMES_FREE' || kind === 'TIME_NOT_CHOSEN') {
    return paths.chooseTime(params.studyId);
  }
  const { studyId }: Partial<typeof params> = params;
  return studyId === undefined ? paths.studies : paths.ownStudy(studyId);
}
