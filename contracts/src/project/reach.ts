import { endpoint } from '../endpoint.ts';
import { readReach } from '../identity/reach.ts';

/** The wizard shows the count beside a fixed text (D-02): `eligibleNotice` of words/en/study-wizard.ts. */
export const readStudyReach = endpoint({
  method: 'POST',
  path: '/studies/reach',
  summary:
    'How many participants would fit a study of these demographics and were active in the last 90 days',
  access: 'VERIFIED_RESEARCHER',
  body: readReach.body,
  reply: readReach.reply,
  errors: [],
});
