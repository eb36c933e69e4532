import { Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import { useFailureLabel, type OwnReasons } from './failureLabel.js'

/** Says why the last step failed, to screen readers at once. Nothing where it did not. */
export function Failure({ error, own }: { error: unknown; own?: OwnReasons }): ReactNode {
  const label = useFailureLabel(own)(error)
  if (label === undefined) return null
  return (
    <p className="hint error" role="alert">
      {typeof label === 'string' ? label : <Text {...label} />}
    </p>
  )
}
