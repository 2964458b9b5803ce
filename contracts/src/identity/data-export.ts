import { endpoint } from '../endpoint.ts';

/** A person can run only one download at a time. */
export const downloadOwnData = endpoint({
  method: 'GET',
  path: '/users/me/data',
  summary: 'All data about the caller, as CSV and JSON in a ZIP file',
  access: 'SIGNED_IN',
  file: 'application/zip',
  limits: ['DATA_DOWNLOADS_PER_PERSON_PER_DAY'],
  errors: [],
});
