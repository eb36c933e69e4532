import type { WalletRow } from '@latchkey/kernel'
import { useCallback, useEffect } from 'react'
import { usePorts } from '../../context.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'

/**
 * Prepares deep links on a phone. A deep link must be opened inside the tap, so it has to be ready
 * before.
 * @returns prepares again, after the link was used or has expired
 */
export function useEarlyPreparation(rows: readonly WalletRow[]): () => void {
  const { prepare, shown } = useSession()
  const isShown = useObservable(shown)
  const { mobile } = useObservable(usePorts().options)
  const again = useCallback(() => {
    if (mobile) rows.filter(({ kind }) => kind === 'walletConnect').forEach(prepare)
  }, [rows, mobile, prepare])
  useEffect(() => {
    if (isShown) again()
  }, [isShown, again])
  return again
}
