import type { Connector } from '@latchkey/plugin-api'
import { useEffect, useRef, useState } from 'react'
import { usePorts } from '../../context.js'

export interface ConnectAll {
  /** Id of the connector that is being asked now. */
  readonly running: string | undefined
  /** Errors of the connectors that were asked and failed, by connector id. */
  readonly errors: Readonly<Record<string, unknown>>
  /**
   * Asks the connectors one after the other, the first in the task of the click. An error of one
   * does not stop the others.
   */
  begin(connectors: readonly Connector[]): void
  /** Withdraws the request under way. Finished connections stay. */
  stop(): void
}

/**
 * Connects several providers of a wallet in a row, as long as the view is on top.
 * @param onAll called when all of them are connected
 */
export function useConnectAll(onAll: () => void): ConnectAll {
  const { connections, router } = usePorts()
  const [{ running, errors }, setState] = useState<Pick<ConnectAll, 'running' | 'errors'>>({
    running: undefined,
    errors: {},
  })
  const current = useRef<AbortController>(undefined)
  const stop = (): void => current.current?.abort()
  useEffect(() => () => current.current?.abort(), [])
  const begin = async (connectors: readonly Connector[]): Promise<void> => {
    stop()
    const mine = (current.current = new AbortController())
    const { signal } = mine
    const here = router.get().at(-1)?.key
    // A step after a connect may have pushed a view, or the modal was closed.
    const isOver = (): boolean => signal.aborted || router.get().at(-1)?.key !== here
    const failed: Record<string, unknown> = {}
    for (const { id } of connectors) {
      if (isOver()) break
      setState({ running: id, errors: { ...failed } })
      await connections
        .connect(id, { stay: true, chosen: true, signal })
        .catch((error: unknown) => {
          if (!isOver()) failed[id] = error ?? 'unknown'
        })
    }
    if (current.current !== mine) return
    setState({ running: undefined, errors: failed })
    if (!isOver() && !Object.keys(failed).length) onAll()
  }
  return { running, errors, begin: (connectors) => void begin(connectors), stop }
}
