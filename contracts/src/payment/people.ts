import { erasureEndpoint, obstaclesEndpoint } from '../leaving.ts';
import { ownDataEndpoint } from '../own-data.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
export const readOwnData = ownDataEndpoint();

export const readSigningKeys = signingKeysEndpoint();
