import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('VERIFIED_RESEARCHER')];
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
