import { redirect } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { decide } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';

// /dashboard redirects to projects (S-110) or the role's landing page.
export const clientLoader = () => redirect(decide('RESEARCHER', readUser())?.to ?? paths.projects);

export default function Landing() {
  return null;
}
