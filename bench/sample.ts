import type { RunningProcess } from '@app/kit/process.ts';
import { type Statement, recordStatements } from '../test/support/record-statements.ts';
import { say } from './measure.ts';

/** A call's statements, with the ids that other requests put their own in place of. */
export interface Sample {
  statements: Statement[];
  personId: string;
  studyId: string;
  /** Of one about a time: the application and the start, in place of which other requests put theirs. */
  applicationId?: string;
  startsAt?: string;
}

/** Makes a call once and notes its statements; `ids` are the person and the study in it. */
export async function takeSample(
  { app }: RunningProcess,
  name: string,
  asked: { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload?: string },
  ids: Partial<Omit<Sample, 'statements'>> = {},
): Promise<Sample> {
  let size = 0;
  const statements = await recordStatements(async () => {
    const response = await app.inject(asked);
    if (response.statusCode >= 300) throw new Error(`The sample of ${name} answered ${response.payload}`);
    size = response.payload.length;
  });
  say(`${name}: an answer of ${size} bytes, ${statements.length} statements`);
  return { statements, personId: '', studyId: '', ...ids };
}
