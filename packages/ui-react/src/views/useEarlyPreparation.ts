import type { WalletRow } from '@latchkey/kernel'
import { useEffect } from 'react'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/** On a phone a deep link has to fire inside the tap: what it needs is made ready ahead. */
export function useEarlyPreparation(rows: readonly WalletRow[]): void {
  const { prepare } = useSession()
  const { mobile } = useObservable(usePorts().options)
  useEffect(() => {
    if (mobile) rows.filter(({ kind }) => kind === 'walletConnect').forEach(prepare)
  }, [rows, mobile, prepare])
}
