import { stripNonDigits, marks, type PageSetting, settingMeta } from '@app/contracts/page-marks.ts';
import type { ReactNode } from 'react';
import { useUser } from '../session/session.ts';

/** The build writes placeholders, because only the host knows the installation and the visitor. */
const isBuild = import.meta.env.SSR;

function readPageSetting(name: PageSetting): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${settingMeta(name)}"]`)?.content;
}

interface WhereSetProps {
  setting: PageSetting;
  children: (value: string, digits: string) => ReactNode;
}

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
  return value === undefined ? null : children(value, stripNonDigits(value));
}

/** The HTML of these pages is never hydrated. */
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
