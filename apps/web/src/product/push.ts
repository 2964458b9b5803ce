import { endPushSubscription, readPush, savePushSubscription } from '@app/contracts/identity/push.ts';
import { callIdentity } from '../api/call.ts';

/** `UNABLE` means that this browser has no web push. */
type PushState = 'UNABLE' | 'BLOCKED' | 'OFF' | 'ON';

/** On slow phones, the worker is registered late. */
const WAIT_MS = 60_000;

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker } = navigator;
  if (!('PushManager' in window) || !serviceWorker) return undefined;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
  return (await serviceWorker.getRegistration()) ?? Promise.race([serviceWorker.ready, late]);
}

export async function readPushState(): Promise<{ state: PushState; publicKey: string | null }> {
  const registration = await findRegistration();
  if (!registration) return { state: 'UNABLE', publicKey: null };
  const { publicKey, isOn } = await callIdentity(readPush, {});
  if (publicKey === null) return { state: 'UNABLE', publicKey };
  if (Notification.permission === 'denied') return { state: 'BLOCKED', publicKey };
  const subscription = await registration.pushManager.getSubscription();
  return { state: subscription && isOn ? 'ON' : 'OFF', publicKey };
}

const inBase64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const save = (subscription: PushSubscription, isRenewal: boolean) =>
  callIdentity(savePushSubscription, {
    body: {
      endpoint: subscription.endpoint,
      p256dh: inBase64url(subscription.getKey('p256dh')),
      auth: inBase64url(subscription.getKey('auth')),
      publicKey: inBase64url(subscription.options.applicationServerKey),
      isRenewal,
    },
  });

/** Must be called during a click, because browsers ask for permission only then. */
export async function enablePush(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'BLOCKED' : 'OFF';
  const registration = await findRegistration();
  if (!registration) return 'UNABLE';
  // A subscription with another key would prevent a new one.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { isOn } = await save(await registration.pushManager.subscribe(wanted), false);
  return isOn ? 'ON' : 'OFF';
}

export async function disablePush(): Promise<PushState> {
  await callIdentity(endPushSubscription, {});
  await (await (await findRegistration())?.pushManager.getSubscription())?.unsubscribe();
  return 'OFF';
}

/** Browsers replace subscriptions without notice, and someone else may have logged in. */
export async function renewPush(): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  if (subscription && !(await save(subscription, true)).isOn) await subscription.unsubscribe();
}
