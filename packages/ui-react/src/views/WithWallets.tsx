import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { useLate, useWallets } from '../hooks.js'
import { SkeletonRows } from '../kit/Skeleton.js'
import { ErrorState } from '../kit/states.js'

/** What is drawn from the wallet list, its skeleton until the list is known, and what is wrong where it could not be loaded. */
export function WithWallets({
  count = 4,
  children,
}: {
  count?: number
  children(rows: readonly WalletRow[]): ReactNode
}): ReactNode {
  const rows = useWallets()
  const { error, retry } = useLate()
  if (rows) return children(rows)
  return error === undefined ? (
    <SkeletonRows count={count} />
  ) : (
    <ErrorState
      title="ui.walletsNotLoaded"
      text="ui.viewFailedText"
      error={error}
      onRetry={retry}
    />
  )
}
