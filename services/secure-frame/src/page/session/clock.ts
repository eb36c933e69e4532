/** The service's clock, in milliseconds since 1970. That of the device may be a day off. */
export interface ServiceClock {
  now(): number
  /** Takes in what an answer of the service says in `x-latchkey-time`. */
  hear(told: string | null): void
}

/** Begins with the device's clock, until the service has said its own. */
export function createServiceClock(own: () => number = () => Date.now()): ServiceClock {
  let ahead = 0
  return {
    now: () => own() + ahead,
    hear(told) {
      if (told !== null && /^\d{1,15}$/.test(told)) ahead = Number(told) - own()
    },
  }
}
