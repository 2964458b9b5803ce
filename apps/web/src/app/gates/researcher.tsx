import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('RESEARCHER')];
export const shouldRevalidate = onOtherPage;
/** The form rules load in parallel with the page's code. */
export const clientLoader = () =>
  import('../../forms/all-rules.ts').then(
    () => null,
    () => null,
  );
export default Outlet;
