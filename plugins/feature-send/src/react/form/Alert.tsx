import type { ReactNode } from 'react'
import { LookalikeAlert, type AlertProps } from './LookalikeAlert.js'
import { SimilarNameAlert } from './SimilarNameAlert.js'

/** The warning of a receiver that looks like a known one: by its address, or else by its name. */
export const Alert = (props: AlertProps): ReactNode =>
  props.receiver.lookalike ? <LookalikeAlert {...props} /> : <SimilarNameAlert {...props} />
