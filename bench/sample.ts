import type { RunningProcess } from '@app/kit/process.ts';
import { type Statement, recordStatements } from '../test/support/record-statements.ts';
import { print } from './measure.ts';

/** The statements of a call, and the ids that other requests replace with their own. */
export interface Sample {
  statements: Statement[];
  personId: string;
  studyId: string;
  /** A booking also has an application and a start, which other requests replace. */
  applicationId?: string;
  startsAt?: string;
}

/** Makes a call once and records its statements; `ids` are its person and study. */
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
  print(`${name}: an answer of ${size} bytes, ${statements.length} statements`);
  return { statements, personId: '', studyId: '', ...ids };
}
