import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An administrator's address of the PostgreSQL of this run. */
    postgresUrl: string;
  }
}

/** For vitest's `globalSetup`: one PostgreSQL for the run, whose address tests get by `inject('postgresUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
