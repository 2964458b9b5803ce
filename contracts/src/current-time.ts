let clock = () => Date.now();

/** Browsers follow the server's clock, because the clock of a device can be days wrong. */
export function followClock(read: () => number): void {
  clock = read;
}

export const currentTime = (): number => clock();
