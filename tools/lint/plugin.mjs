// Our own lint rules, as one plugin named `latchkey`.
import { disableNeedsReason } from './rules/disableNeedsReason.mjs'
import { noInstanceofOwnError } from './rules/noInstanceofOwnError.mjs'
import { noModuleState } from './rules/noModuleState.mjs'
import { noTopLevelDom } from './rules/noTopLevelDom.mjs'

export const latchkey = {
  meta: { name: 'latchkey' },
  rules: {
    'disable-needs-reason': disableNeedsReason,
    'no-instanceof-own-error': noInstanceofOwnError,
    'no-module-state': noModuleState,
    'no-top-level-dom': noTopLevelDom,
  },
}
