/** Makes the router's types: `node apps/web/typegen.ts`. Quiet on success. */
import { runRouter } from './run-router.ts';

runRouter('typegen', 'The types of the routes could not be made.');
