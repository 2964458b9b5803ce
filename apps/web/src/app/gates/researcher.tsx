import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('RESEARCHER')];
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
