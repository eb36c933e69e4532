import { isLatchkeyError, type ErrorCode, type LatchkeyError } from '@latchkey/plugin-api'

/** One rule of the contract: a function that throws where the rule is broken. */
export interface Check<Subject> {
  /** The part of the contract that the rule belongs to. */
  readonly group: string
  /**
   * The rule in words, without its subject: "refuses near misses". The suite puts "The plugin", "The
   * adapter" or "The connector" before it to make the title of the test.
   */
  readonly name: string
  /**
   * Names what the author must give so that the check means something; `undefined` where it is
   * given, `null` where it cannot be given.
   */
  lacks?(subject: Subject): string | null | undefined
  /** The same, for a lack that is known only after the plugin has run. */
  lacksOnPage?(subject: Subject): Promise<string | undefined>
  run(subject: Subject): Promise<void>
}

/** Makes the checks of one group from functions by their rule. */
export const rules = <Subject>(
  group: string,
  checks: Readonly<Record<string, (subject: Subject) => Promise<void>>>,
  lacks?: Check<Subject>['lacks'],
): readonly Check<Subject>[] =>
  Object.entries(checks).map(([name, run]) => ({ group, name, run, ...(lacks && { lacks }) }))

/** @throws Error when it does not hold */
export function demand(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** How a call ended: with a value, or with what it threw. */
export type Outcome<T> = { value: T } | { thrown: unknown }

/** How a call ended, in words. */
export const ended = (outcome: Outcome<unknown>): string =>
  'thrown' in outcome ? `threw ${show(outcome.thrown)}` : `answered ${show(outcome.value)}`

/**
 * Waits for a call to settle.
 * @param hasProgressed is asked each time that `ms` are over; while it answers true, the call is waited for
 * @throws Error when it takes longer
 */
export async function settled<T>(
  what: string,
  run: () => T | Promise<T>,
  ms = 5_000,
  hasProgressed = (): boolean => false,
): Promise<Outcome<T>> {
  let timer: ReturnType<typeof setInterval> | undefined
  const late = new Promise<never>((_, reject) => {
    // One timer, set before the call: the ledger of a world counts what is set within it.
    timer = setInterval(() => {
      if (!hasProgressed()) reject(new Error(`${what} did not settle within ${ms} ms`))
    }, ms)
  })
  const call = (async (): Promise<Outcome<T>> => {
    try {
      return { value: await run() }
    } catch (thrown) {
      return { thrown }
    }
  })()
  try {
    return await Promise.race([call, late])
  } finally {
    clearInterval(timer)
  }
}

/** Demands that a call ended with a `LatchkeyError`, and with this code where one is given. */
export function demandTyped(
  what: string,
  outcome: Outcome<unknown>,
  code?: ErrorCode,
): asserts outcome is { thrown: LatchkeyError } {
  demand('thrown' in outcome, `${what} succeeded; expected ${code ?? 'a typed error'}`)
  demand(
    isLatchkeyError(outcome.thrown),
    `${what} threw ${show(outcome.thrown)}; expected ${code ?? 'a typed error'}`,
  )
  demand(
    code === undefined || outcome.thrown.code === code,
    `${what} threw ${outcome.thrown.code}; expected ${code}`,
  )
}

/** A value as text. A value that throws when it is read is shown too. */
export function show(value: unknown): string {
  try {
    return isLatchkeyError(value)
      ? `${value.code}: ${value.message}`
      : value instanceof Error
        ? `${value.name}: ${value.message}`
        : typeof value === 'string'
          ? JSON.stringify(value.slice(0, 60))
          : String(value)
  } catch {
    return 'something that cannot be shown'
  }
}

/** Lets all queued tasks run, and those that they queue. */
export async function calm(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++)
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

/** Whether two plain values are the same, member by member. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    !a ||
    !b ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const [mine, theirs] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)))
  )
}

/** Waits until something holds, turn by turn. @throws Error after so many ms */
export async function until(what: string, holds: () => boolean, ms = 5_000): Promise<void> {
  const end = Date.now() + ms
  while (!holds()) {
    demand(Date.now() < end, `${what}: not within ${ms} ms`)
    await calm(1)
  }
}

/** Freezes a value and every object in it. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
  return value
}

/** Demands that `Object.prototype` is not polluted, and cleans it. */
export function demandUnpolluted(what: string): void {
  const isClean = !('polluted' in {})
  Reflect.deleteProperty(Object.prototype, 'polluted')
  demand(isClean, `${what} reached Object.prototype`)
}
