import { testFault } from './database-faults.ts';

testFault('the end of all its connections', ({ query }) =>
  query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`),
);
