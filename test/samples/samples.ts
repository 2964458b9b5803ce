import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { identityContract } from '@app/contracts/identity/contract.ts';
import { projectContract } from '@app/contracts/project/contract.ts';
import { identityRecipes } from './identity-samples.ts';
import { projectRecipes } from './project-samples.ts';
import type { Recipe } from './recipe.ts';
import type { World } from './world.ts';
import { serviceToken } from './world.ts';

export interface Case {
  id: string;
  base: string;
  service: 'identity' | 'project';
  endpoint: EndpointShape;
  recipe: Recipe;
}

/** Every call of both contracts with the way to make it succeed. */
export const CASES: readonly Case[] = [
  ...casesOf(identityContract, identityRecipes),
  ...casesOf(projectContract, projectRecipes),
];

function casesOf(
  { name, base, endpoints }: typeof identityContract | typeof projectContract,
  recipes: Record<string, Recipe>,
): Case[] {
  return Object.entries<EndpointShape>(endpoints).map(([id, endpoint]) => {
    const recipe = recipes[id];
    if (!recipe) throw new Error(`${id} has no recipe in test/${name}-samples.ts`);
    return { id, base, service: name, endpoint, recipe };
  });
}

/** The token with which the recipe's person calls; the other service's own where it is for services. */
export async function tokenFor(
  world: World,
  { endpoint, recipe, service }: Case,
): Promise<string | undefined> {
  if (endpoint.access === 'ANYONE') return undefined;
  if (endpoint.access !== 'SERVICE') return world.people[recipe.by].token;
  return serviceToken(world, service === 'identity' ? 'project' : 'identity', service);
}
