import type { Dispose } from '@latchkey/plugin-api'
import type { FullLate } from '../late/entry.js'
import type { Inner } from '../inner.js'
import { demandAlive } from '../modal/modal.js'
import type { LatePorts } from '../types.js'

export type ImportLate = () => Promise<{ createFullLate(inner: Inner): FullLate }>
export interface LateLoader {
  now(): FullLate | undefined
  /** Calls it in this very task if it is there: a click keeps its gesture. @throws `kernel.disposed` */
  call<T>(run: (late: FullLate) => T | Promise<T>): Promise<T>
  /** For calls that nobody waits for: what fails is reported. */
  tell<T>(run: (late: FullLate) => T | Promise<T>): Promise<T | void>
  /** A part of it whose methods, all asynchronous or answerless, wait until it is there. */
  remote<T extends object>(part: (late: FullLate) => T, via?: LateLoader['tell']): T
  /** Runs a plugin's own late part with it, or now if it is there. One that fails runs again with the next call of `retry`. */
  join(part: () => Promise<boolean>): Dispose
  /** Runs again what failed. */
  retry(): void
  /** Calls back once, as soon as it is loaded. */
  whenLoaded(listener: (late: LatePorts) => void): Dispose
}

/** Loads the second half of the kernel when it is first needed. A failed load is tried again by the next call. */
export function createLateLoader(inner: () => Inner, importLate: ImportLate): LateLoader {
  let half: FullLate | undefined
  let loading: Promise<FullLate> | undefined
  const waiting = new Set<(late: LatePorts) => void>()
  const parts = new Set<() => Promise<boolean>>()
  const run = async (part: () => Promise<boolean>): Promise<void> => {
    // Not twice at a time.
    if (parts.delete(part) && !(await part())) parts.add(part)
  }
  const runAll = (): Promise<unknown> => Promise.all([...parts].map(run))
  const load = (): Promise<FullLate> =>
    (loading ??= Promise.all([importLate(), runAll()])
      .then(([{ createFullLate }]) => {
        demandAlive(inner().signal)
        const { ports } = (half = createFullLate(inner()))
        for (const listener of waiting) listener(ports)
        return half
      })
      .catch((error: unknown) => {
        loading = undefined
        throw error
      }))
  const call: LateLoader['call'] = async (run) => {
    demandAlive(inner().signal)
    return run(half ?? (await load()))
  }
  return {
    now: () => half,
    call,
    tell: (run) =>
      call(run).catch(
        (error: unknown) =>
          void (inner().signal.aborted || inner().report(error, 'kernel: late half')),
      ),
    remote: <T extends object>(part: (late: FullLate) => T, via: LateLoader['tell'] = call) =>
      new Proxy({} as T, {
        // Not mistaken for a promise where it is awaited.
        get: (_, name) =>
          name === 'then'
            ? undefined
            : (...args: unknown[]) =>
                via((late) => {
                  const port = part(late) as Record<typeof name, (...args: unknown[]) => unknown>
                  return port[name]!(...args)
                }),
      }),
    join(part) {
      parts.add(part)
      if (half) void run(part)
      return () => void parts.delete(part)
    },
    retry: () => void (half && runAll()),
    whenLoaded(listener) {
      if (half) listener(half.ports)
      else waiting.add(listener)
      return () => void waiting.delete(listener)
    },
  }
}
