import { useState, type ReactNode } from 'react'

export interface PictureProps {
  /** `data:image/...` or https. */
  src?: string | undefined
  /** Its first letter is drawn if there is no picture. */
  name: string
  size?: 'small' | 'normal' | 'large'
  round?: boolean
}

/**
 * Whether a text may be the source of an image: a `data:image/` address, or https (http for
 * localhost).
 */
export const isImage = (src: string): boolean =>
  /^(data:image\/|https:\/\/|blob:|http:\/\/(localhost|127\.0\.0\.1)[:/])/i.test(src)

/**
 * The picture of a wallet, network or token. Hidden from screen readers, because the name stands
 * beside it.
 */
export function Picture({ src, name, size = 'normal', round }: PictureProps): ReactNode {
  const [broken, setBroken] = useState<string>()
  const className = `picture ${size}${round ? ' round' : ''}`
  if (src === undefined || src === broken || !isImage(src))
    return (
      <span className={`${className} letter`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  return (
    <img
      className={className}
      // A closed modal is drawn ahead of its opening, and must not fetch from anywhere. Before `src`,
      // because React 18 sets attributes in this order and some browsers fetch at once.
      loading="lazy"
      referrerPolicy="no-referrer"
      src={src}
      alt=""
      draggable={false}
      onError={() => setBroken(src)}
    />
  )
}
