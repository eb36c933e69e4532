import type { Check } from './check.js'
import { afterFirstVisit } from './firstVisit.js'
import { changingChecks } from './connector/changing.js'
import { connectingChecks } from './connector/connecting.js'
import { introducingChecks } from './connector/introducing.js'
import { lastingChecks } from './connector/lasting.js'
import { refusingChecks } from './connector/refusing.js'
import type { ConnectorSubject } from './connector/subject.js'

export { refusals, type Refusal } from './connector/refusals.js'
export { oddRejections } from './connector/refusing.js'
export type {
  ConnectorOptions,
  ConnectorSubject,
  Switch,
  WalletBench,
} from './connector/subject.js'

/** The checks that every connector must pass. */
export const connectorChecks: readonly Check<ConnectorSubject>[] = afterFirstVisit([
  ...introducingChecks,
  ...connectingChecks,
  ...refusingChecks,
  ...lastingChecks,
  ...changingChecks,
])
