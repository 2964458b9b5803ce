import { ownDataEndpoint } from '../data-export.ts';

export const readOwnData = ownDataEndpoint();
