import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('KYC')];
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
