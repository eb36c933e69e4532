import type { CreateLate, LateHalf } from '../core.js'
import type { Inner } from '../inner.js'
import { demandAlive } from '../modal/modal.js'

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
export function createLateLoader(inner: () => Inner, importLate: ImportLate): LateLoader {
  let half: LateHalf | undefined
  let loading: Promise<LateHalf> | undefined
  const load = (): Promise<LateHalf> => loading ??= importLate().then(({ createLate }) => {
    demandAlive(inner().signal)
    return (half = createLate(inner()))
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  const call: LateLoader['call'] = async (run) => {
    demandAlive(inner().signal)
    return run(half ?? await load())
  }
  return {
    load: () => call((late) => late),
    now: () => half,
    call,
    tell: (what, run) => void call(run).catch((error: unknown) => inner().signal.aborted || inner().report(error, what)),
  }
}
