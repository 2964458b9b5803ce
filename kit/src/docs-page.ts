import type { EndpointShape, ServiceContract } from '@app/contracts/endpoint.ts';
import { errors } from '@app/contracts/errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { escapeHtml } from './html.ts';
import { allErrors } from './implied-errors.ts';

export const DOCS_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The contract as a page for people, beside the document for machines: what there is, who may call it, how it fails. */
export function docsPage(contract: ServiceContract): string {
  const rows = Object.entries(contract.endpoints).map(([operationId, endpoint]) =>
    endpointSection(operationId, endpoint, contract.base),
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(contract.title)}</title>` +
    `<link rel="stylesheet" href="docs.css"></head><body><main><h1>${escapeHtml(contract.title)}</h1>` +
    `<p>The same as <a href="openapi.json">openapi.json</a> (OpenAPI 3.1), for reading.</p>${rows.join('')}</main></body></html>`
  );
}

function endpointSection(operationId: string, endpoint: EndpointShape, base: string): string {
  const failures = allErrors(endpoint)
    .map(
      (code) =>
        `<tr><td>${errors[code].status}</td><td><code>${code}</code></td><td>${escapeHtml(errorWords[code])}</td></tr>`,
    )
    .join('');
  const own = endpoint.own
    ? `; <code>${endpoint.own.in}.${endpoint.own.name}</code> is the caller’s own id`
    : '';
  const limited = (endpoint.limits ?? []).map((limit) => `<code>${escapeHtml(limit)}</code>`).join(', ');
  const success = endpoint.page ? 'a page' : endpoint.reply || endpoint.bare ? 'content' : 'nothing';
  return (
    `<section id="${escapeHtml(operationId)}"><h2><code>${endpoint.method} ${escapeHtml(base + endpoint.path)}</code></h2>` +
    `<p>${escapeHtml(endpoint.summary)}.</p><p>Who: <code>${endpoint.access}</code>${own}. Answers ${success}.` +
    `${limited === '' ? '' : ` Limited: ${limited}.`}</p>` +
    `<details><summary>How it can fail</summary><table><thead><tr><th>Status</th><th>Code</th><th>Words</th></tr></thead>` +
    `<tbody>${failures}</tbody></table></details></section>`
  );
}

export const docsStyles = `:root { color-scheme: light dark; font: 16px/1.5 'Noto Sans', system-ui, sans-serif; }
body { margin: 0; } main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { font-size: 1rem; overflow-wrap: anywhere; margin: 2rem 0 0; }
p { margin: 0.25rem 0; } table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
`;
