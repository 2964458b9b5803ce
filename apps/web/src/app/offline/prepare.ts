/** The one script address that a page makes; the content policy names this maker and no other. */
const POLICY = 'service-worker';
const ADDRESS = '/service-worker.js';

interface ScriptAddresses {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string };
}

function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: ScriptAddresses };
  return (
    trustedTypes?.createPolicy(POLICY, { createScriptURL: () => ADDRESS }).createScriptURL('') ?? ADDRESS
  );
}

async function prepare(serviceWorker: ServiceWorkerContainer): Promise<void> {
  await serviceWorker.register(workerAddress(), { updateViaCache: 'all' });
  const { active } = await serviceWorker.ready;
  const controlled =
    serviceWorker.controller ??
    new Promise((begun) => {
      serviceWorker.addEventListener('controllerchange', begun, { once: true });
    });
  // The page may have come before the worker took any over, or without a request of its own: by a log-in.
  active!.postMessage(location.pathname);
  await controlled;
  // The worker takes what loaded before it from the browser's cache: fetched by the page it would pass the worker
  // twice.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active!.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
}

let prepared: Promise<void> | undefined;

/** Registers the service worker, so that the app opens offline: this page's files, and those of pages opened later. */
export function prepareOffline(): Promise<void> {
  // Plain http has no workers, nor do some private windows.
  prepared ??= navigator.serviceWorker ? prepare(navigator.serviceWorker) : Promise.resolve();
  return prepared;
}
