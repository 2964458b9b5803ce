import { paths } from '@app/contracts/web-paths.ts';
import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { restoreUser } from '../api/session/restore-user.ts';
import { notePage } from '../session/interruption.ts';
import { readUser } from '../session/session.ts';

/** Where a letter's link to a meeting leads: whoever is not signed in logs in first, and comes back. */
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const path = paths.meeting(params.id ?? '');
  if (readUser() ?? (await restoreUser())) return redirect(path);
  notePage('PARTICIPANT', path);
  return redirect(paths.participantLogIn);
}

export default function ByLetter() {
  return null;
}
