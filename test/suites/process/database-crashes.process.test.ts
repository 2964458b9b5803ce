import { testFault } from './database-faults.ts';

testFault('a crash and a restart', async ({ server }) => server.restart?.());
