export function pageBuild(): string {
  return (globalThis as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version ?? '';
}
