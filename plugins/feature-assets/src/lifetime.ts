/** Time in ms for which an answer is used again, and for which a failed reading is not repeated. */
export const LIFETIME_MS = 30_000

/** Whether something of that time is young enough. A time in the future does not count. */
export const isYoung = (at: number, lifetime = LIFETIME_MS): boolean => {
  const age = Date.now() - at
  return age >= 0 && age < lifetime
}
