import { test } from './fixtures.ts';
import { runMainJob } from './run-main-job.ts';

test.use({ serviceWorkers: 'allow' });

test('the main job, end to end: from registering to an applicant, by the links of the real letters', ({
  visit,
  product,
}) => runMainJob(product, visit));
