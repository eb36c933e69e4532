import type { LatePorts } from '@latchkey/kernel'
import { useEffect, useState } from 'react'
import { useLate } from '../../hooks.js'

/**
 * Resolves a picture by its id or URL to an image source. `undefined` until it is resolved, or if
 * it does not exist.
 */
export function useImage(
  kind: Parameters<LatePorts['image']>[0],
  ref: Parameters<LatePorts['image']>[1] | undefined,
): string | undefined {
  const { late } = useLate()
  const [known, setKnown] = useState<{ key: string; src: string | undefined }>()
  const { imageUrl, imageId, network } = ref ?? {}
  const key = [kind, imageUrl, imageId, network].join(' ')
  useEffect(() => {
    if (!late || !(imageUrl || imageId || network)) return
    let isGone = false
    late.image(kind, { imageUrl, imageId, network }).then(
      (src) => isGone || setKnown({ key, src }),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [late, kind, imageUrl, imageId, network, key])
  return known?.key === key ? known.src : undefined
}
