import { paths } from '@app/contracts/web-paths.ts';
import type { WriteLetter } from '../letters/routes.ts';

/** About a message (`about`: its application and number), as long as its reader has not seen it. It says none of its words. */
export const writeMessageUnread: WriteLetter = async ({ db }, { userId, about }) => {
  const [, applicationId, number] = /^([\da-f-]{36}):(\d{1,9})$/.exec(about) ?? [];
  if (applicationId === undefined) return undefined;
  const thread = await db
    .selectFrom('project.threads as thread')
    .innerJoin('project.studies as study', 'study.study_id', 'thread.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['study.name', 'study.public_name as publicName', 'thread.participant_id as participantId'])
    .where('thread.application_id', '=', applicationId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('thread.participant_id', '=', userId),
          eb('thread.participant_read', '<', Number(number)),
          eb('thread.participant_blocked_at', 'is', null),
        ]),
        eb.and([
          eb('thread.researcher_id', '=', userId),
          eb('thread.researcher_read', '<', Number(number)),
          eb('thread.researcher_blocked_at', 'is', null),
          eb('study.deleted_at', 'is', null),
          eb('project.deleted_at', 'is', null),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!thread) return undefined;
  const study = thread.participantId === userId ? thread.publicName : thread.name;
  return { params: { study }, path: paths.messagesOf(applicationId), event: null };
};
