import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { EndpointShape, ServiceName } from '@app/contracts/endpoint.ts';
import type { Recipe } from './recipe.ts';
import { type World, serviceToken } from './world.ts';

export interface Case {
  id: string;
  base: string;
  service: ServiceName;
  endpoint: EndpointShape;
  recipe: Recipe;
}

/** Every call of every contract with its recipe, from the service's own file of samples. */
export const CASES: readonly Case[] = (await Promise.all(CONTRACTS.map(loadCases))).flat();

async function loadCases({ name, base, endpoints }: (typeof CONTRACTS)[number]): Promise<Case[]> {
  const { recipes } = (await import(`./${name}-samples.ts`)) as { recipes: Record<string, Recipe> };
  return Object.entries<EndpointShape>(endpoints).map(([id, endpoint]) => {
    const recipe = recipes[id];
    if (!recipe) throw new Error(`${id} has no recipe in test/support/samples/${name}-samples.ts`);
    return { id, base, service: name, endpoint, recipe };
  });
}

/** Returns the token of the recipe's person, or of a permitted service for a call between services. */
export async function tokenFor(
  world: World,
  { endpoint, recipe, service }: Case,
): Promise<string | undefined> {
  if (endpoint.access === 'ANYONE') return undefined;
  if (endpoint.access === 'ADMIN') return world.admins[endpoint.adminRoles[0]].token();
  if (endpoint.access !== 'SERVICE') return world.people[recipe.by].token;
  return serviceToken(world, endpoint.callers[0], service);
}
