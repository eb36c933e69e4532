// Our own lint rules, as one plugin named `latchkey`.
import { noInstanceofOwnError } from './rules/noInstanceofOwnError.mjs'
import { noModuleState } from './rules/noModuleState.mjs'
import { noTopLevelDom } from './rules/noTopLevelDom.mjs'
import { plainSentences } from './rules/plainSentences.mjs'

export const latchkey = {
  meta: { name: 'latchkey' },
  rules: {
    'no-instanceof-own-error': noInstanceofOwnError,
    'no-module-state': noModuleState,
    'no-top-level-dom': noTopLevelDom,
    'plain-sentences': plainSentences,
  },
}
