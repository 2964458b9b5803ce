const wanted: Record<string, RegExp> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'strict-transport-security': /max-age=(3153[6-9]\d{3}|[4-9]\d{7,}).*includeSubDomains/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
  'cross-origin-resource-policy': /^same-(origin|site)$/,
  'permissions-policy': /camera=\(self\), microphone=\(\)/,
  'cache-control': /no-store/,
  'x-request-id': /^[\w-]{8,64}$/,
};

/** Returns the headers that OUT-4 requires and a response lacks, and those that reveal too much. */
export function missingHeaders(headers: Record<string, unknown>): string[] {
  const missing = Object.entries(wanted).flatMap(([name, pattern]) =>
    name in headers && pattern.test(String(headers[name])) ? [] : [`${name}: ${String(headers[name])}`],
  );
  const type = headers['content-type'];
  const isText = typeof type === 'string' && /text|json/.test(type) && !/charset=utf-8/i.test(type);
  const disclosed = ['server', 'x-powered-by'].filter((name) => name in headers);
  return [...missing, ...(isText ? [`content-type: ${type}`] : []), ...disclosed];
}
