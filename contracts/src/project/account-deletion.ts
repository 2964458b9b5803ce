import { erasureEndpoint, obstaclesEndpoint } from '../account-deletion.ts';

export const findObstacles = obstaclesEndpoint();
export const erasePerson = erasureEndpoint();
