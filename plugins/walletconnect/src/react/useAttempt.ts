import { isLatchkeyError } from '@latchkey/plugin-api'
import { useObservable } from '@latchkey/ui-react/kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { WalletConnectApi } from '../api.js'
import type { PairingState } from '../pairing/machine.js'

/**
 * Connects as long as the view is shown.
 * @param namespaces asks for these only, so that wallets in other namespaces stay connected
 */
export function useAttempt(
  api: WalletConnectApi,
  namespaces?: readonly string[],
): { state: PairingState; retry(): void } {
  const state = useObservable(api.pairing)
  const [failure, setFailure] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const only = useRef(namespaces)
  const begin = useCallback(() => {
    running.current?.abort()
    const mine = (running.current = new AbortController())
    setFailure(undefined)
    api
      .connect({ signal: mine.signal, ...(only.current && { namespaces: only.current }) })
      .catch((error: unknown) => {
        if (!mine.signal.aborted && !isLatchkeyError(error, 'kernel.modal_closed'))
          setFailure(error ?? 'unknown')
      })
  }, [api])
  useEffect(() => {
    // In a later task: a view that StrictMode mounts twice begins once.
    const timer = setTimeout(begin)
    return () => {
      clearTimeout(timer)
      running.current?.abort()
    }
  }, [begin])
  if (state.error || failure === undefined)
    return {
      state: state.status === 'idle' ? { ...state, status: 'loading' } : state,
      retry: begin,
    }
  // The attempt failed before pairing started.
  return {
    state: { status: 'failed', buffering: false, error: true, cause: failure },
    retry: begin,
  }
}

/** The ms that are left, updated once per second. */
export function useTimeLeft(end: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end])
  return end === undefined ? undefined : Math.max(0, end - now)
}
