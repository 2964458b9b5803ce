import type { Ethics } from '@app/contracts/project/ethics.ts';
import { studyDetailsWords as words } from '@app/words/study-details.ts';
import { shortDay } from '@app/words/days.ts';

export const ethicsSummary = (ethics: Ethics, today: string): string =>
  ethics.approval === 'APPROVED'
    ? `${words.approvedBy(ethics.committee)}. ${words.approval(ethics.number, shortDay(ethics.validUntil, today))}.`
    : words.approvalNotNeeded(ethics.reason);
