import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('PARTICIPANT')];
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
