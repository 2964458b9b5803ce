import type { DeviceRequirement } from '@app/contracts/enumerations.ts';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { valuesOf } from '@app/kit/bits.ts';

/** The devices of section 3 that a person can take part with; the database derives the bits from the profile. */
export function devicesOf({ deviceBits }: { deviceBits: number }): DeviceRequirement[] {
  return valuesOf(DEVICE_REQUIREMENTS, deviceBits);
}
