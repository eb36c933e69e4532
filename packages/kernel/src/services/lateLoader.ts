import type { Dispose } from '@latchkey/plugin-api'
import type { FullLate, KernelCore } from '../core.js'
import { demandAlive } from '../support/refuse.js'
import type { Kernel, KernelOptions, LatePorts } from '../types.js'

/** Makes a kernel, as `createKernel` does. The late half is given it for a rehearsal. */
export type AssembleKernel = (options: KernelOptions, importLate: ImportLate) => Kernel
export type ImportLate = () => Promise<{
  createFullLate(core: KernelCore, assemble: AssembleKernel): FullLate
}>
export interface LateLoader {
  /** The late half, if it is loaded. */
  now(): FullLate | undefined
  /**
   * Runs with the late half, in this very task if it is loaded, so that a click keeps its gesture.
   * @throws `kernel.disposed`, and what loading or `run` throws
   */
  call<T>(run: (late: FullLate) => T | Promise<T>): Promise<T>
  /** Loads it ahead of a need: until the first call, what fails is reported by nobody. */
  ahead(): Promise<unknown>
  /** Whether somebody has called. */
  isAsked(): boolean
  /** As `call`, for callers that do not wait: a failure is reported. */
  tell<T>(run: (late: FullLate) => T | Promise<T>): Promise<T | void>
  /**
   * Runs a plugin's own late part when the late half is loaded, or now if it is. A part that answers
   * `false` has failed and runs again with the next call of `retry`.
   */
  join(part: () => Promise<boolean>): Dispose
  /** Runs the parts again that failed. */
  retry(): void
  /** Calls back once, as soon as the late half is loaded. */
  whenLoaded(listener: (late: LatePorts) => void): Dispose
}

/**
 * Loads the second half of the kernel when it is first needed. After a failed load the next call
 * tries again.
 */
export function createLateLoader(
  core: () => KernelCore,
  importLate: ImportLate,
  assemble: AssembleKernel,
): LateLoader {
  let half: FullLate | undefined
  let loading: Promise<FullLate> | undefined
  let isAsked = false
  const listeners = new Set<(late: LatePorts) => void>()
  const parts = new Set<() => Promise<boolean>>()
  const runPart = async (part: () => Promise<boolean>): Promise<void> => {
    // A part that is running is not in the set, so that it never runs twice at a time.
    if (parts.delete(part) && !(await part())) parts.add(part)
  }
  const runParts = (): Promise<unknown> => Promise.all([...parts].map(runPart))
  const load = (): Promise<FullLate> =>
    (loading ??= Promise.all([importLate(), runParts()])
      .then(([{ createFullLate }]) => {
        demandAlive(core().signal)
        const { ports } = (half = createFullLate(core(), assemble))
        for (const listener of listeners) listener(ports)
        return half
      })
      .catch((error: unknown) => {
        loading = undefined
        throw error
      }))
  const call: LateLoader['call'] = async (run) => {
    demandAlive(core().signal)
    // Parts that failed ahead of the first call run again.
    if (loading && !isAsked) void runParts()
    isAsked = true
    return run(half ?? (await load()))
  }
  return {
    now: () => half,
    call,
    ahead: load,
    isAsked: () => isAsked,
    tell: (run) =>
      call(run).catch((error: unknown) => {
        const { signal, report } = core()
        if (!signal.aborted) report(error, 'kernel: late half')
      }),
    join(part) {
      parts.add(part)
      if (half) void runPart(part)
      return () => void parts.delete(part)
    },
    retry: () => void (half && runParts()),
    whenLoaded(listener) {
      if (half) listener(half.ports)
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
