import { isLatchkeyError, type ErrorCode, type LatchkeyError } from '@latchkey/plugin-api'

/** One rule of the contract, as code that throws where it is broken. */
export interface Check<Subject> {
  /** Part of the contract that it belongs to. */
  readonly group: string
  /** What holds, as the name of the test. */
  readonly name: string
  /** What the author must give for it to mean anything, in words; `undefined` where it is given, `null` where it cannot be. */
  lacks?(subject: Subject): string | null | undefined
  /** The same, where it is known only once the plugin has run. */
  lacksOnPage?(subject: Subject): Promise<string | undefined>
  run(subject: Subject): Promise<void>
}

/** Checks of one group, by what holds. */
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

/** How a call ended: once, as a value or as a thing thrown. */
export type Outcome<T> = { value: T } | { thrown: unknown }

/** Waits for a call to settle. @throws Error when it takes longer */
export async function settled<T>(
  what: string,
  run: () => T | Promise<T>,
  ms = 5_000,
): Promise<Outcome<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not settle within ${ms} ms`)), ms)
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
    clearTimeout(timer)
  }
}

/** Demands that it ended with one of our errors, with this code if one is named. */
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

/** Any value in words, also one that resists. */
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

/** Lets all that is queued run, also what queues more. */
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

/** The same, with every object in it frozen. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
  return value
}

/** Demands that nothing reached the prototype of all objects, and cleans it. */
export function demandUnpolluted(what: string): void {
  const isClean = !('polluted' in {})
  Reflect.deleteProperty(Object.prototype, 'polluted')
  demand(isClean, `${what} reached Object.prototype`)
}
