import { paths } from '@app/contracts/web-paths.ts';
import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { restoreUser } from '../api/session/restore-user.ts';
import { savePageForLogIn } from '../session/interrupted-page.ts';
import { logInOf } from '../session/roles.ts';
import { readUser } from '../session/session.ts';

export async function clientLoader({ params: { id, token } }: ClientLoaderFunctionArgs) {
  const participantPath = id === undefined ? paths.emails : paths.meeting(id);
  const [role, path] =
    token === undefined
      ? (['PARTICIPANT', participantPath] as const)
      : (['RESEARCHER', paths.changeEmail(token)] as const);
  if (readUser() ?? (await restoreUser())) return redirect(path);
  savePageForLogIn(role, path);
  return redirect(logInOf[role]);
}

export default function EmailLink() {
  return null;
}
