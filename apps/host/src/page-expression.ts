/**
 * Matches the paths that have a page, by the router's own patterns (`/verify-email/:token`, `/verification-failed/:email?`).
 * As in the browser's router, capitals and slashes at the end make no difference.
 */
export function pageExpression(patterns: readonly string[]): RegExp {
  const sources = patterns.map((pattern) => pattern.split('/').filter(Boolean).map(segmentSource).join(''));
  return new RegExp(`^(?:${sources.join('|')})/*$`, 'i');
}

function segmentSource(segment: string): string {
  if (!segment.startsWith(':')) return RegExp.escape(`/${segment}`);
  return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
}
