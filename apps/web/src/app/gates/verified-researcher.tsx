import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('VERIFIED_RESEARCHER')];
export const shouldRevalidate = onOtherPage;
export const clientLoader = () => null;
export default Outlet;
