/** Builds the web app where it is not built from these sources yet. */
import { buildWeb } from './web-build.ts';

await buildWeb();
