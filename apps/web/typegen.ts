import { runRouter } from './run-router.ts';

runRouter('typegen', 'The types of the routes could not be made.');
