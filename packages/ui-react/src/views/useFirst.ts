import type { WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { useEffect, useState } from 'react'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'

const NONE: readonly DirectoryWallet[] = []

/** The wallets that the site itself brings or features, where it names any: what finds them is loaded then. */
export function useFirst(
  rows: readonly WalletRow[],
  wanted: string | undefined,
): readonly DirectoryWallet[] {
  const ports = usePorts()
  const options = useObservable(ports.options)
  const [first, setFirst] = useState(NONE)
  useEffect(() => {
    let isGone = false
    if (options.featuredWallets ?? options.customWallets)
      import('./firstOf.js')
        .then(({ firstOf }) => firstOf(ports, rows, wanted))
        .then((found) => isGone || setFirst(found))
        .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [ports, rows, wanted, options])
  return first
}
