import { isLatchkeyError } from '@latchkey/plugin-api'
import { useObservable } from '@latchkey/ui-react/kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { WalletConnectApi } from '../api.js'
import type { PairingState } from '../pairing/machine.js'

/** Connects for as long as the view is there. @param namespaces only these are asked for: other wallets stay in use elsewhere */
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
    // In a task of its own: a view that is drawn twice to be tested begins once.
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
  // It failed before there was a machine to say so.
  return {
    state: { status: 'failed', buffering: false, error: true, cause: failure },
    retry: begin,
  }
}

/** ms that are left, once a second. */
export function useTimeLeft(end: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end])
  return end === undefined ? undefined : Math.max(0, end - now)
}
