import type { Answer } from '../wire.ts';
import { drawnText } from '../chance.ts';
import { type World, toMsisdn } from '../world.ts';
import { mtnRefusals } from './responses.ts';

export function openAccountHolders(world: World) {
  const { clock, faults } = world;

  function isActive(number: string | undefined): boolean {
    const phone = number === undefined ? undefined : world.findPhone(number);
    if (phone?.network !== 'MTN' || !phone.isActive) return false;
    return !(['payee-unregistered', 'payee-ported', 'payee-inactive'] as const).some((fault) =>
      faults.has(fault, number),
    );
  }

  function shownAccountName(number: string, name: string): string {
    if (faults.has('name-empty', number)) return '';
    return faults.has('name-different', number) ? 'Somebody Else' : name;
  }

  function userInfo(name: string, number: string) {
    const [given = '', ...family] = name.split(' ');
    return {
      sub: drawnText(12, world.seed, toMsisdn(number)),
      name,
      given_name: given,
      family_name: family.join(' '),
      birthdate: '1990-01-01',
      locale: 'en_GH',
      gender: 'UNKNOWN',
      updated_at: Math.floor(clock.now() / 1000),
    };
  }

  return {
    readActive: (number: string | undefined): Answer => ({ status: 200, body: { result: isActive(number) } }),

    readUserInfo(number: string | undefined): Answer {
      if (faults.has('name-down', number)) return mtnRefusals.internal;
      const phone = number === undefined ? undefined : world.findPhone(number);
      if (!phone || number === undefined || !isActive(number)) return mtnRefusals.notFound;
      return { status: 200, body: userInfo(shownAccountName(number, phone.name), number) };
    },
  };
}
