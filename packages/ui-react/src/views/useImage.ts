import type { LatePorts } from '@latchkey/kernel'
import { useEffect, useState } from 'react'
import { useLate } from '../hooks.js'

/** Source of a picture by its id or URL; `undefined` until it is there, or where there is none. */
export function useImage(
  kind: Parameters<LatePorts['image']>[0],
  ref: { imageUrl?: string; imageId?: string } | undefined,
): string | undefined {
  const { late } = useLate()
  const [known, setKnown] = useState<{ key: string; src: string | undefined }>()
  const { imageUrl, imageId } = ref ?? {}
  const key = `${kind} ${imageUrl} ${imageId}`
  useEffect(() => {
    if (!late || (imageUrl === undefined && imageId === undefined)) return
    let isGone = false
    late
      .image(kind, {
        ...(imageUrl !== undefined && { imageUrl }),
        ...(imageId !== undefined && { imageId }),
      })
      .then(
        (src) => isGone || setKnown({ key, src }),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [late, kind, imageUrl, imageId, key])
  return known?.key === key ? known.src : undefined
}
