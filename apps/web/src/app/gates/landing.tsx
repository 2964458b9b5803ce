import { redirect } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { findRedirect } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';

// /dashboard leads to the projects (S-110), or to the first page of the role.
export const clientLoader = () => redirect(findRedirect('RESEARCHER', readUser())?.to ?? paths.projects);

export default function Landing() {
  return null;
}
