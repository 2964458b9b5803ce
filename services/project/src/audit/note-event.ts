import { createAudit } from '@app/kit/audit.ts';

type AuditEvent =
  | 'ACCESS_REFUSED'
  | 'PROJECT_DELETED'
  | 'STUDY_PUBLISHED'
  | 'STUDY_PLACES_ADDED'
  | 'STUDY_PAUSED'
  | 'STUDY_RESUMED'
  | 'STUDY_CLOSED'
  | 'STUDY_DELETED'
  | 'STUDY_RESTORED'
  | 'APPLICANTS_DECIDED'
  | 'APPLICANTS_EXPORTED'
  | 'APPLICATION_WITHDRAWN'
  | 'SLOTS_ADDED'
  | 'SLOT_REMOVED'
  | 'MEETING_CANCELLED'
  | 'ATTENDANCE_MARKED'
  | 'NUMBER_SHOWN'
  | 'DISPUTE_DECIDED'
  | 'CALENDAR_FEED_RENEWED';

export const noteEvent = createAudit<AuditEvent>('project');
