// Every success criterion of WCAG 2.2, levels A and AA, with the verdict on it. 4.1.1 is obsolete
// and left out.
import { operable } from './criteria/operable.mjs'
import { perceivable } from './criteria/perceivable.mjs'
import { robust } from './criteria/robust.mjs'
import { understandable } from './criteria/understandable.mjs'

/** By principle, in the order of WCAG. */
export const principles = {
  Perceivable: perceivable,
  Operable: operable,
  Understandable: understandable,
  Robust: robust,
}

/** @type {import('./verdicts.mjs').Criterion[]} */
export const criteria = Object.values(principles).flat()
