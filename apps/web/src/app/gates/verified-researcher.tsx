import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('VERIFIED_RESEARCHER')];
export const shouldRevalidate = onOtherPage;
/** The rules of forms and the code of the page are loaded at the same time. */
export const clientLoader = () =>
  import('../../forms/all-rules.ts').then(
    () => null,
    () => null,
  );
export default Outlet;
