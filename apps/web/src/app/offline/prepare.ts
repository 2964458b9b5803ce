/** The content policy allows only this policy name. */
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
    new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  // The page may have loaded before the worker, or may have opened after a log-in without a request.
  active!.postMessage(location.pathname);
  await controlled;
  // The worker copies these files, because they would go through it twice if the page read them.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active!.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
}

let prepared: Promise<void> | undefined;

export function prepareOffline(): Promise<void> {
  // There is no service worker on plain http and in some private windows.
  prepared ??= navigator.serviceWorker ? prepare(navigator.serviceWorker) : Promise.resolve();
  return prepared;
}
