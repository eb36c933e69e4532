import type { Namespace } from '@latchkey/plugin-api'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { shorten } from '../../shorten.js'

/** An address, shortened by its namespace's adapter. */
export function useShortAddress(address: string | undefined, namespace?: Namespace): string {
  const { adapter } = usePorts()
  const [known, setKnown] = useState<{ address: string; short: string }>()
  useEffect(() => {
    if (address === undefined || namespace === undefined) return
    let isGone = false
    adapter(namespace).then(
      (chain) => isGone || setKnown({ address, short: chain.formatAddress(address) }),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [adapter, address, namespace])
  return address === undefined ? '' : known?.address === address ? known.short : shorten(address)
}

/**
 * An address shortened in the middle, left to right in every language, with the whole address as a
 * tooltip.
 */
export function Address({
  address,
  namespace,
}: {
  address: string
  namespace?: Namespace
}): ReactNode {
  return (
    <bdi dir="ltr" title={address}>
      {useShortAddress(address, namespace)}
    </bdi>
  )
}
