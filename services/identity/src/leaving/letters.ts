import { paths } from '@app/contracts/web-paths.ts';
import { letterAboutPerson } from '../accounts/write-about-person.ts';
import { makeCode } from '../links/make-link.ts';
import { leavingCode } from './letter-texts.ts';

export const LEAVING_CODE = letterAboutPerson('LEAVING_CODE', async ({ deps, person, job, page }) => {
  const code = await makeCode(deps, {
    letterId: job.id,
    userId: person.userId,
    purpose: 'LEAVE',
    askedAt: job.at,
  });
  return code === undefined ? undefined : leavingCode(person.firstName, code, page(paths.leave));
});
