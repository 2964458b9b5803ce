import { erasureEndpoint, obstaclesEndpoint } from '../leaving.ts';
import { signingKeysEndpoint } from '../signing-keys.ts';

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();

export const readSigningKeys = signingKeysEndpoint();
