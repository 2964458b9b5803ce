import { redirect } from 'react-router';
import { paths } from '../paths.ts';

// /dashboard is its projects child; that child's guard sends participants on (S-110).
export const clientLoader = () => redirect(paths.projects);

export default function Landing() {
  return null;
}
