import { registerHooks } from 'node:module';

const LIGHT = new URL('light-argon2.ts', import.meta.url).href;

/** In a process of the product, imports `light-argon2.ts` instead of argon2, except in that file itself. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== LIGHT
      ? { url: LIGHT, shortCircuit: true }
      : next(specifier, context),
});
