import { LatchkeyError } from '@latchkey/plugin-api'
import type { CreateLate, KernelCore, LateHalf } from '../core.js'

export type ImportLate = () => Promise<{ createLate: CreateLate }>
export interface LateLoader {
  load(): Promise<LateHalf>
  now(): LateHalf | undefined
  /** Calls it in this very task if it is there: a click keeps its gesture. */
  call<T>(run: (late: LateHalf) => T | Promise<T>): Promise<T>
  /** For calls that nobody waits for: what fails is reported. */
  tell(what: string, run: (late: LateHalf) => unknown): void
}

/** Loads the second half of the kernel when it is first needed. A failed load is tried again by the next call. */
export function createLateLoader(core: () => KernelCore, importLate: ImportLate): LateLoader {
  let half: LateHalf | undefined
  let loading: Promise<LateHalf> | undefined
  const fetchLate = async (): Promise<LateHalf> => {
    const { createLate } = await importLate()
    core().signal.throwIfAborted()
    return (half = createLate(core()))
  }
  const load = (): Promise<LateHalf> => {
    if (core().signal.aborted) return Promise.reject(new LatchkeyError('kernel.disposed', 'This kernel was disposed and does no more. Create a new one with createKernel.'))
    return loading ??= fetchLate().catch((error: unknown) => {
      loading = undefined
      throw error
    })
  }
  const call: LateLoader['call'] = (run) => new Promise((resolve) => resolve(half && !core().signal.aborted ? run(half) : load().then(run)))
  return {
    load,
    now: () => half,
    call,
    tell: (what, run) => void call(run).catch((error: unknown) => core().signal.aborted || core().report(error, what)),
  }
}
