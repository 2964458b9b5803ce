import type { DeviceRequirement } from '@app/contracts/enumerations.ts';

interface Technical {
  computerOs: string;
  phoneOs: string;
  tabletOs: string;
  hasWebcam: boolean;
}

/** The devices of section 3 that a person can take part with. */
export function devicesOf({ computerOs, phoneOs, tabletOs, hasWebcam }: Technical): DeviceRequirement[] {
  const devices: DeviceRequirement[] = [];
  if (computerOs !== 'NO_COMPUTER' && hasWebcam) devices.push('COMPUTER_WITH_WEBCAM');
  if (phoneOs !== 'NO_PHONE') devices.push('MOBILE_PHONE');
  if (tabletOs !== 'NO_TABLET') devices.push('TABLET');
  return devices;
}
