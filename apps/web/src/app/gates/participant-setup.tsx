import { guardedBy } from '../gate.ts';

export const clientMiddleware = [guardedBy('PARTICIPANT_SETUP')];
export const clientLoader = () => null;
export { Outlet as default } from 'react-router';
