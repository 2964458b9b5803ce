/** Where browsers subscribe: Chromium, Firefox, Safari and Edge. */
const HOSTS = new Set([
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
const PARTS_OF = '.notify.windows.com';

/**
 * Whether a push service stands there. The address is a stranger's word, and this installation writes to it (ASVS 1.3.6), so
 * nothing else is taken, and it is asked again before each sending. `further` are origins of the settings.
 */
export function isPushService(endpoint: string, further: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (further.includes(origin)) return true;
  return protocol === 'https:' && port === '' && (HOSTS.has(hostname) || hostname.endsWith(PARTS_OF));
}
