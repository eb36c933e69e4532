import { abilityChecks } from './adapter/abilities.js'
import { describingChecks } from './adapter/describing.js'
import { nodeChecks } from './adapter/node.js'
import { parsingChecks } from './adapter/parsing.js'
import { pictureChecks } from './adapter/pictures.js'
import { sessionChecks } from './adapter/session.js'
import { shapeChecks } from './adapter/shape.js'
import { spellingChecks } from './adapter/spelling.js'
import type { AdapterSubject } from './adapter/subject.js'
import type { Check } from './check.js'
import { afterFirstVisit } from './firstVisit.js'

export type { AdapterOptions, AdapterSubject } from './adapter/subject.js'

/** The checks that every adapter must pass. */
export const adapterChecks: readonly Check<AdapterSubject>[] = afterFirstVisit([
  ...shapeChecks,
  ...parsingChecks,
  ...spellingChecks,
  ...abilityChecks,
  ...sessionChecks,
  ...nodeChecks,
  ...describingChecks,
  ...pictureChecks,
])
