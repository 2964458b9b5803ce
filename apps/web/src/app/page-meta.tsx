import { useMatches, useRouteError } from 'react-router';
import { routeModules } from './listed-routes.ts';

/** Title and description as the innermost page says that is there; the root's where it has failed. */
export function PageMeta() {
  const matches = useMatches();
  const isFailed = (useRouteError() ?? null) !== null;
  const modules = routeModules();
  const { id } = matches.findLast((match) => modules[match.id]?.meta && !isFailed) ?? { id: 'root' };
  return (modules[id]?.meta?.({ matches }) ?? []).map((one) =>
    'title' in one ? <title key="title">{one.title}</title> : <meta key="description" {...one} />,
  );
}
