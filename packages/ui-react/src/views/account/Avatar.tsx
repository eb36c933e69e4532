import type { ReactNode } from 'react'
import { hash } from '../../buttons/avatarColor.js'

/**
 * A picture that is drawn from the address alone, so the same address has the same picture each
 * time.
 */
export function Avatar({ address, size = 64 }: { address: string; size?: number }): ReactNode {
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
