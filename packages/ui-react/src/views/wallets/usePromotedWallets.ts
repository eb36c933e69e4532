import type { WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { useEffect, useState } from 'react'
import { usePorts } from '../../context.js'
import { useObservable } from '../../useObservable.js'

const NONE: readonly DirectoryWallet[] = []

/**
 * The wallets that the host lists first: its own ones and the featured ones. The code that finds them
 * is loaded only if the host's options name any.
 * @param rows the wallets that are listed already
 * @param wanted the namespace to which the list is limited
 */
export function usePromotedWallets(
  rows: readonly WalletRow[],
  wanted: string | undefined,
): readonly DirectoryWallet[] {
  const ports = usePorts()
  const options = useObservable(ports.options)
  const [promoted, setPromoted] = useState(NONE)
  useEffect(() => {
    let isGone = false
    if (options.featuredWallets ?? options.customWallets)
      import('./promotedWallets.js')
        .then(({ loadPromotedWallets }) => loadPromotedWallets(ports, rows, wanted))
        .then((found) => isGone || setPromoted(found))
        .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [ports, rows, wanted, options])
  return promoted
}
