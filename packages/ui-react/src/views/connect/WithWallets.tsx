import type { WalletRow } from '@latchkey/kernel'
import type { ReactNode } from 'react'
import { useLate, useWallets } from '../../hooks.js'
import { SkeletonRows } from '../../kit/blocks/Skeleton.js'
import { ErrorState } from '../../kit/blocks/states.js'

/**
 * Draws its children with the wallet list, a skeleton until the list is known, or an error if it
 * could not be loaded.
 */
export function WithWallets({
  count = 4,
  useRows = useWallets,
  children,
}: {
  count?: number
  /** Reads the list; `undefined` until it is known. */
  useRows?(this: void): readonly WalletRow[] | undefined
  children(rows: readonly WalletRow[]): ReactNode
}): ReactNode {
  const rows = useRows()
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
