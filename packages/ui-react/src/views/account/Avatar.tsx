import { useState, type ReactNode } from 'react'
import { hash } from '../../buttons/avatarColor.js'
import { isImage } from '../../kit/controls/Picture.js'

/** A picture that is drawn from the address alone, so the same address has the same one each time. */
function Drawn({ address, size }: { address: string; size: number }): ReactNode {
  const seed = hash(address.toLowerCase())
  const hue = seed % 360
  const other = (hue + 40 + ((seed >>> 9) % 100)) % 360
  const turn = (seed >>> 16) % 360
  return (
    <svg
      className="picture round"
      width={size}
      height={size}
      viewBox="0 0 64 64"
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
    >
      <rect width="64" height="64" fill={`hsl(${hue} 65% 58%)`} />
      <g transform={`rotate(${turn} 32 32)`}>
        <circle cx="52" cy="20" r="28" fill={`hsl(${other} 70% 62%)`} opacity=".85" />
        <circle cx="14" cy="56" r="20" fill={`hsl(${(other + 60) % 360} 72% 50%)`} opacity=".6" />
      </g>
    </svg>
  )
}

/**
 * The picture of an account: its own, once that is loaded, else one that is drawn from the address.
 * @param src its own picture, where it has one
 */
export function Avatar({
  address,
  src,
  size = 64,
}: {
  address: string
  src?: string | undefined
  size?: number
}): ReactNode {
  const [tried, setTried] = useState<{ src: string; isLoaded: boolean }>()
  const isLoaded = tried?.src === src ? tried?.isLoaded : undefined
  const isOwn = src !== undefined && isLoaded !== false && isImage(src)
  const box = { inlineSize: size, blockSize: size }
  return (
    <>
      {!(isOwn && isLoaded) && <Drawn address={address} size={size} />}
      {isOwn && (
        <img
          key={src}
          className="picture round"
          // Until it is loaded it takes no room. `loading` stands before `src`, as in `Picture`.
          style={isLoaded ? box : { ...box, position: 'absolute', opacity: 0 }}
          loading="lazy"
          referrerPolicy="no-referrer"
          src={src}
          alt=""
          draggable={false}
          onLoad={() => setTried({ src, isLoaded: true })}
          onError={() => setTried({ src, isLoaded: false })}
        />
      )}
    </>
  )
}
