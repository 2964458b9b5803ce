/** The only maker of script addresses: it makes one, the service worker's (app/offline/prepare.ts). */
const WORKER_POLICY = 'service-worker';
const KNOWN = new Set(
  (
    'default-src script-src style-src img-src font-src connect-src manifest-src worker-src base-uri object-src ' +
    'form-action frame-ancestors require-trusted-types-for trusted-types'
  ).split(' '),
);
const KEYWORDS = new Set(["'none'", "'self'", "'script'"]);
const HASH = /^'sha(256|384|512)-[A-Za-z0-9+/]{43,}={0,2}'$/;
/** Whose sources may run something, or send what runs elsewhere. */
const DANGEROUS = new Set(['default-src', 'script-src', 'object-src', 'base-uri', 'worker-src']);

/** What the rules of Google's CSP Evaluator hold against a policy, and what OUT-3 misses in it. */
export function policyFlaws(policy: string): string[] {
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const flaws: string[] = [];
  for (const [name, sources] of directives) {
    if (!KNOWN.has(name)) flaws.push(`${name}: no directive that is meant here`);
    if (sources.length === 0) flaws.push(`${name}: empty`);
    for (const source of sources) flaws.push(...sourceFlaws(name, source));
  }
  const wanted = {
    'default-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': WORKER_POLICY,
  };
  for (const [name, value] of Object.entries(wanted)) {
    const found = directives.get(name)?.join(' ');
    if (found !== value) flaws.push(`${name}: ${found}`);
  }
  if (!directives.has('script-src')) flaws.push('script-src: missing');
  return flaws;
}

function sourceFlaws(name: string, source: string): string[] {
  const isHash = HASH.test(source) && name === 'script-src';
  const isPicture = name === 'img-src' && source === 'data:';
  const isWorker = name === 'trusted-types' && source === WORKER_POLICY;
  if (KEYWORDS.has(source) || isHash || isPicture || isWorker) return [];
  // Hosts, schemes, wildcards, addresses, nonces and every unsafe keyword: nothing here needs one.
  return [`${name}: ${source}${DANGEROUS.has(name) ? ', which can run scripts' : ''}`];
}
