import { redirect } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { decide } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';

// /dashboard is its projects child (S-110). Other roles go to their own landing at once, without fetching that screen.
export const clientLoader = () => redirect(decide('RESEARCHER', readUser())?.to ?? paths.projects);

export default function Landing() {
  return null;
}
