import type { WalletRow } from '@latchkey/kernel'
import { useCallback, useEffect } from 'react'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** On a phone a deep link has to fire inside the tap: what it needs is made ready ahead. @returns makes it ready once more, where it was used or has run out */
export function useEarlyPreparation(rows: readonly WalletRow[]): () => void {
  const { prepare } = useSession()
  const { mobile } = useObservable(usePorts().options)
  const again = useCallback(() => {
    if (mobile) rows.filter(({ kind }) => kind === 'walletConnect').forEach(prepare)
  }, [rows, mobile, prepare])
  useEffect(again, [again])
  return again
}
