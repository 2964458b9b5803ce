import type { Period } from '@app/contracts/retention.ts';

/** How old a row is that just goes, and one that just stays, as PostgreSQL writes intervals. */
export function retentionEdge(period: Period): { goes: string; stays: string } {
  const [[unit, count] = ['days', 0]] = Object.entries<number>(period as Record<string, number>);
  return { goes: `${count} ${unit} 1 minute`, stays: `${count} ${unit} -1 minute` };
}
