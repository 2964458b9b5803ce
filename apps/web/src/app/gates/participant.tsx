import { onOtherPage } from '../../session/guards.ts';
import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('PARTICIPANT')];
export const shouldRevalidate = onOtherPage;
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
