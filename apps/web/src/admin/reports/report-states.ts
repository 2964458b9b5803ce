import type { ReportState } from '@app/contracts/project/admin-reports.ts';
import { messageWords } from '@app/words/messages.ts';
import { reportWords } from '@app/words/reports.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const reportTones: Readonly<Record<ReportState, BadgeTone>> = {
  OPEN: 'waiting',
  DISMISSED: 'plain',
  ACTED: 'good',
};

const reasons: Readonly<Record<string, string>> = { ...messageWords.reportReasons, ...reportWords.reasons };

export const reportReason = (reason: string): string => reasons[reason] ?? reason;
