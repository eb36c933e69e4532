import type { ConnectionInfo, ConnectOptions } from '@latchkey/plugin-api'

/** An attempt to connect that began before its view. */
export interface Begun {
  readonly outcome: Promise<ConnectionInfo>
  /** Whether the visitor left the view that showed it. */
  isLeft(): boolean
}
type Options = Pick<ConnectOptions, 'namespaces' | 'signal'>

/** Lets code begin an attempt and the view that opens next show it, instead of beginning another. */
export function shareAttempts(connect: (options: Options) => Promise<ConnectionInfo>): {
  begin(options: Options): Begun
  /** Joins the attempt that was begun, or begins one. Aborting the signal ends it either way. */
  join(options: Options): Promise<ConnectionInfo>
} {
  let open: { outcome: Promise<ConnectionInfo>; leave(): void } | undefined
  return {
    begin(options) {
      const controller = new AbortController()
      const outcome = connect({ ...options, signal: controller.signal })
      const mine = (open = { outcome, leave: () => controller.abort() })
      const close = (): void => void (open === mine && (open = undefined))
      outcome.then(close, close)
      return { outcome, isLeft: () => controller.signal.aborted }
    },
    join({ signal, ...options }) {
      const mine = open
      open = undefined
      if (!mine) return connect({ ...options, ...(signal && { signal }) })
      if (signal?.aborted) mine.leave()
      else signal?.addEventListener('abort', mine.leave, { once: true })
      return mine.outcome
    },
  }
}
