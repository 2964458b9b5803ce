/**
 * Reads an address as Enketo Express does. It splits the query at "&" and each pair at "=", and decodes a
 * value once when it reads the query and once more when it uses it.
 */
export function readLikeEnketo(address: string): { returnUrl: string; defaults: Record<string, string> } {
  const params: Record<string, string> = {};
  for (const pair of new URL(address).search.slice(1).split('&')) {
    const [name = '', value = ''] = pair.split('=');
    if (name !== '') params[name] = decodeURIComponent(value);
  }
  const defaults: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const [, path] = /d\[(.*)\]/.exec(decodeURIComponent(name)) ?? [];
    if (path !== undefined) defaults[path] = decodeURIComponent(value);
  }
  return { returnUrl: decodeURIComponent(params['return_url'] ?? ''), defaults };
}
