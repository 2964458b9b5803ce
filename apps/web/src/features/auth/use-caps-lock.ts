import { authWords as words } from '@app/words/auth.ts';
import { type KeyboardEvent, useState } from 'react';

/** Says beside a password that Caps Lock is on: nobody sees it by the dots. */
export function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  const look = (event: KeyboardEvent) => setIsOn(event.getModifierState('CapsLock'));
  return { hint: isOn ? words.capsLock : undefined, keys: { onKeyDown: look, onKeyUp: look } };
}
