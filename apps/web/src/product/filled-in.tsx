import { digitsOf, marks, type PageSetting, settingMeta } from '@app/contracts/page-marks.ts';
import type { ReactNode } from 'react';
import { useUser } from '../session/session.ts';

/** At build nobody knows the installation or who asks: the host fills that in. What the script draws knows by itself. */
const isBuild = import.meta.env.SSR;

function readPageSetting(name: PageSetting): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${settingMeta(name)}"]`)?.content;
}

interface WhereSetProps {
  setting: PageSetting;
  children: (value: string, digits: string) => ReactNode;
}

/** Only where the installation has this setting. */
export function WhereSet({ setting, children }: WhereSetProps) {
  if (isBuild) {
    return (
      <>
        {marks.begin(setting)}
        {children(marks.value(setting), marks.digits(setting))}
        {marks.end}
      </>
    );
  }
  const value = readPageSetting(setting);
  return value === undefined ? null : children(value, digitsOf(value));
}

/** One of two, by whether somebody is signed in; for pages whose HTML is never hydrated. */
export function BySession({ signedIn, guest }: { signedIn: ReactNode; guest: ReactNode }) {
  const user = useUser();
  if (!isBuild) return user === null ? guest : signedIn;
  return (
    <>
      {marks.begin('SIGNED_IN')}
      {signedIn}
      {marks.otherwise}
      {guest}
      {marks.end}
    </>
  );
}
