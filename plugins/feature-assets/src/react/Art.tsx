import { useState, type CSSProperties, type ReactNode } from 'react'
import { styles } from './styles.js'

/** The picture of an NFT, fetched when it comes near; the first letter of its name where none is. */
export function Art({
  src,
  name,
  style,
}: {
  src: string
  name: string
  style?: CSSProperties
}): ReactNode {
  const [broken, setBroken] = useState<string>()
  if (!src || src === broken)
    return (
      <span className="letter" style={{ ...styles.art, ...style }} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  return (
    <img
      // Before `src`: React 18 sets attributes in this order, and some browsers fetch at once.
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      src={src}
      alt=""
      draggable={false}
      style={{ ...styles.art, ...style }}
      onError={() => setBroken(src)}
    />
  )
}
