import './ui/theme.css';
import { failureWords } from '@app/words/failures.ts';
import { language } from '@app/words/language.ts';
import { partWords } from '@app/words/parts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { type ReactNode, useEffect, useSyncExternalStore, useRef } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useLocation,
  useMatches,
} from 'react-router';
import { isFirstReload, isMissingCode } from './app/missing-code.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { LogoMark } from './product/logo.tsx';
import { NoScript } from './product/no-script.tsx';
import { isStorageInMemory } from './session/memory-storage.ts';
import { Button, buttonClass } from './ui/button.tsx';
import bricolage from './ui/fonts/bricolage-grotesque.woff2?url';
import notoSans from './ui/fonts/noto-sans.woff2?url';
import { Toaster } from './ui/toaster.tsx';
import { routeModules } from './app/listed-routes.ts';

function PageMeta() {
  const matches = useMatches();
  const isFailed = (useRouteError() ?? null) !== null;
  const modules = routeModules();
  const { id } = matches.findLast((match) => modules[match.id]?.meta && !isFailed) ?? { id: 'root' };
  return (modules[id]?.meta?.({ matches }) ?? []).map((one) =>
    'title' in one ? <title key="title">{one.title}</title> : <meta key="description" {...one} />,
  );
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  // When a page has loaded, the heading that had the focus disappears.
  const observer = new MutationObserver(() => {
    if (heading.isConnected) return;
    stop();
    focusHeading();
  });
  function stop() {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
}

function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // The page itself has moved the focus.
    if (document.activeElement?.matches('input, textarea, select, dialog, dialog *')) return;
    focusHeading();
  }, [pathname]);
}

export const meta = () => [{ title: PRODUCT_NAME }];
// With revalidation, the guards would run again.
export const shouldRevalidate = () => false;

/** entry.client.tsx finds links and scripts in the HTML. */
const isFramework = import.meta.env.SSR || import.meta.env.DEV;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf7f0" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c110e" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        {[notoSans, bricolage].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {isFramework ? <Meta /> : <PageMeta />}
        {isFramework && <Links />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {isFramework && <Scripts />}
      </body>
    </html>
  );
}

/** The built HTML assumes that the browser can store something. */
function KeepsNothing() {
  const isSo = useSyncExternalStore(
    () => () => {},
    () => isStorageInMemory,
    () => false,
  );
  return (
    <p role="status" className="bg-gold-tint px-4 py-3 text-center text-sm empty:hidden">
      {isSo && partWords.keepsNothing}
    </p>
  );
}

export default function App() {
  useFocusOnNavigation();
  return (
    <>
      <KeepsNothing />
      <Outlet />
      <Toaster />
    </>
  );
}

export function HydrateFallback() {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-6 p-6 text-center">
      <div className="animate-breathe">
        <LogoMark className="size-14" />
      </div>
      <p role="status" className="sr-only">
        {partWords.loading}
      </p>
      <NoScript className="max-w-text" />
    </div>
  );
}

/** A connection that is back may fail again, so this waits. */
const BACK_MS = 1_000;

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isMissingCode(error);
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine;
  useEffect(() => {
    if (!isMissing) return undefined;
    if (navigator.onLine && isFirstReload()) location.reload();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => navigator.onLine && location.reload(), BACK_MS);
    };
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [isMissing]);
  if (import.meta.env.DEV) console.error(error);
  return (
    <main className="mx-auto flex min-h-dvh max-w-text flex-col justify-center gap-4 p-6">
      <h1>{isOffline ? failureWords.offlineTitle : failureWords.pageTitle}</h1>
      <p className="text-cocoa-2">{isOffline ? failureWords.offlineText : failureWords.pageText}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>{failureWords.tryAgain}</Button>
        <a href={paths.home} className={buttonClass({ variant: 'secondary' })}>
          {failureWords.goHome}
        </a>
      </div>
    </main>
  );
}
