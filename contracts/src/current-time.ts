let clock = () => Date.now();

/** Lets a browser follow the server's clock: a device's own may be days wrong. */
export function followClock(read: () => number): void {
  clock = read;
}

/** Now in milliseconds since 1970, by the clock that is followed. */
export const currentTime = (): number => clock();
