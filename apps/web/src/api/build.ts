/** Which build this page is of; the router writes it into its list of routes. */
export function pageBuild(): string {
  return (globalThis as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version ?? '';
}
