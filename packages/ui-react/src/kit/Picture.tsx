import { useState, type ReactNode } from 'react'

export interface PictureProps {
  /** `data:image/...` or https. */
  src?: string | undefined
  /** Its first letter stands in where there is no picture. */
  name: string
  size?: 'small' | 'normal' | 'large'
  round?: boolean
}

/** Whether this may be the source of an image: a picture in itself, or one by https (http on the own machine). */
const isImage = (src: string): boolean =>
  /^(data:image\/|https:\/\/|blob:|http:\/\/(localhost|127\.0\.0\.1)[:/])/i.test(src)

/** The picture of a wallet, network or token; its name stands beside it, so that it says nothing to screen readers. */
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
      src={src}
      alt=""
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  )
}
