import type { ColumnType, Generated } from 'kysely';
import type { DisputeState } from '@app/contracts/project/admin-disputes.ts';
import type { ReportState } from '@app/contracts/project/admin-reports.ts';

interface ReportDecisionColumns {
  state: Generated<ReportState>;
  decided_at: Date | null;
  decided_by: string | null;
  note: string | null;
}

interface CopiedMessage {
  by: 'RESEARCHER' | 'PARTICIPANT';
  text: string;
  sentAt: string;
}

/** Tables of reports, and the views that only admins read. */
export interface ReportTables {
  'project.reports': ReportDecisionColumns & {
    report_id: string;
    study_id: string;
    study_name: Generated<string>;
    researcher_id: string | null;
    reporter_id: string | null;
    reported_on: Generated<string>;
    reason: string;
    text: string;
  };
  'project.message_reports': ReportDecisionColumns & {
    report_id: string;
    application_id: string;
    number: number;
    study_id: string;
    study_name: string;
    author_id: string;
    reporter_id: string | null;
    reported_on: Generated<string>;
    reason: string;
    text: string;
    copy: ColumnType<CopiedMessage[], string, string>;
  };
  'project.disputes': {
    id: string;
    kind: 'MEETING' | 'SURVEY';
    state: DisputeState;
    study_id: string;
    raised_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
  };
  'project.every_report': {
    id: string;
    kind: 'STUDY' | 'MESSAGE';
    study_id: string;
    study_name: string;
    reported_id: string | null;
    reporter_id: string | null;
    reason: string;
    reported_on: string;
    text: string;
    copy: CopiedMessage[] | null;
    state: ReportState;
    decided_at: Date | null;
    decided_by: string | null;
    note: string | null;
  };
}
