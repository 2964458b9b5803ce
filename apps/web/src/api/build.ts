/** The router writes the build into its list of routes. */
export function pageBuild(): string {
  return (globalThis as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version ?? '';
}
