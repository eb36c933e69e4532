const reasons = new WeakMap<AbortSignal, unknown>()

function timeoutError() {
  const error = new Error('The time is over.')
  error.name = 'TimeoutError'
  return error
}

function abortError() {
  const error = new Error('This was aborted.')
  error.name = 'AbortError'
  return error
}

/** Adds what the AbortController of React Native lacks: `reason`, `throwIfAborted`, `timeout`, `any`. */
export function completeAbortSignals() {
  const { prototype } = AbortSignal
  if ('any' in AbortSignal && 'throwIfAborted' in prototype) return
  const { abort } = AbortController.prototype
  AbortController.prototype.abort = function (reason) {
    if (!this.signal.aborted) reasons.set(this.signal, reason ?? abortError())
    abort.call(this)
  }
  Object.defineProperties(prototype, {
    reason: {
      configurable: true,
      get(this: AbortSignal) {
        return reasons.get(this)
      },
    },
    throwIfAborted: {
      configurable: true,
      value(this: AbortSignal) {
        if (this.aborted) throw this.reason
      },
    },
  })
  const timeout = (ms: number) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(timeoutError()), ms)
    return controller.signal
  }
  const any = (signals: Iterable<AbortSignal>) => {
    const controller = new AbortController()
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason)
      else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
    }
    return controller.signal
  }
  Object.assign(AbortSignal, { any, timeout })
}
