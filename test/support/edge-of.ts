import type { Period } from '@app/contracts/retention.ts';

/**
 * The ages of a row that is just old enough to be deleted and of one that is not, as PostgreSQL intervals.
 */
export function retentionEdge(period: Period): { goes: string; stays: string } {
  const [[unit, count] = ['days', 0]] = Object.entries<number>(period as Record<string, number>);
  return { goes: `${count} ${unit} 1 minute`, stays: `${count} ${unit} -1 minute` };
}
