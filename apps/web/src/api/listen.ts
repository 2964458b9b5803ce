import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browserEdges } from './call.ts';
import { createWatch } from './watch.ts';

/** The events of one call of the project service, until the signal is aborted. */
export const watchProject = createWatch(PROJECT_BASE, { ...browserEdges, random: Math.random });
