import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('VERIFIED_RESEARCHER')];
export const shouldRevalidate = onOtherPage;
export const clientLoader = () => {
  // Nothing waits for it: a form that is opened first has it too.
  void import('../../forms/all-rules.ts').catch(() => undefined);
  return null;
};
export default Outlet;
