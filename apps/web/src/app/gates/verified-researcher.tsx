import { Outlet } from 'react-router';
import { onOtherPage } from '../../session/guards.ts';
import { guardMiddleware } from '../gate.ts';

export const clientMiddleware = [guardMiddleware('VERIFIED_RESEARCHER')];
export const shouldRevalidate = onOtherPage;
export const clientLoader = () => null;
export default Outlet;
