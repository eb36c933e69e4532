import type { ViewProps } from '@latchkey/plugin-api'
import { ErrorState } from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { FramePlace } from './FramePlace.js'

/** The view of the frame's own pages: recovery, devices, the words, the end of the account. */
export function SecurityView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    api.openSecurity(signal).catch((failure: unknown) => {
      if (!signal.aborted) setError(failure)
    })
    return () => controller.abort()
  }, [api, tries])
  if (error === undefined) return <FramePlace api={api} />
  const retry = (): void => {
    setError(undefined)
    setTries(tries + 1)
  }
  return <ErrorState title="embedded.securityFailed" error={error} onRetry={retry} />
}
