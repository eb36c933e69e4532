import { useLabel, type Label } from '@latchkey/ui-react/kit'
import { useMemo, type ReactNode } from 'react'
// The QR encoder: MIT, no dependency, 4 kB. It comes with this view.
import { encode } from 'uqr'
import { looks } from './looks.js'

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4

/** A code that a wallet scans: dark on light in every theme, for scanners need it so. */
export function Qr({ text, label }: { text: string; label: Label }): ReactNode {
  const named = useLabel()
  const { path, size } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: QUIET })
    return { size: data.length, path: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('') }
  }, [text])
  return (
    <svg data-qr style={looks.qr} role="img" {...named(label)} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
