import { QrCode, type Label } from '@latchkey/ui-react/kit'
import { useMemo, type ReactNode } from 'react'
// The QR encoder: MIT, no dependency, 4 kB. It loads with this view.
import { encode } from 'uqr'

/** A code that a phone scans. */
export function Qr({ text, label }: { text: string; label: Label }): ReactNode {
  const { data } = useMemo(() => encode(text, { ecc: 'M', border: 0 }), [text])
  return <QrCode modules={data} label={label} />
}
