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
  // The page may have loaded before the worker, or by a log-in without its own request.
  active!.postMessage(location.pathname);
  await controlled;
  // The worker reads these from the browser's cache; fetched here, they would pass the worker twice.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active!.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
}

let prepared: Promise<void> | undefined;

export function prepareOffline(): Promise<void> {
  // Plain http and some private windows have no workers.
  prepared ??= navigator.serviceWorker ? prepare(navigator.serviceWorker) : Promise.resolve();
  return prepared;
}
