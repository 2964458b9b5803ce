import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('VERIFIED_RESEARCHER')];
export const shouldRevalidate = onOtherPage;
/** Beside the page's own code. */
export const clientLoader = () =>
  import('../../forms/all-rules.ts').then(
    () => null,
    () => null,
  );
export default Outlet;
