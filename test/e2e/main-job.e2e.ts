import { test } from './fixtures.ts';
import { runMainJob } from './run-main-job.ts';

test.use({ serviceWorkers: 'allow' });

test('the main job, end to end: from sign-up to an applicant, by the links of real emails', ({
  visit,
  product,
}) => runMainJob(product, visit));
