import type { NameOffer, NamesForm } from '../api.js'
import { INITIAL_STATE } from '../initialState.js'
import type { Lookup } from '../lookup/createLookup.js'
import { labelOf } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import { createRegister } from './createRegister.js'
import { createTyping } from './createTyping.js'
import { offerOf } from './offer.js'

/** The members that are `undefined` at first. */
const EMPTY_FORM = {
  problem: undefined,
  suggestionsError: undefined,
  error: undefined,
  registered: undefined,
} as const

const addressIn = (offer: NameOffer): string | undefined =>
  offer.status === 'ready' ? offer.address : undefined

/** The form behind `NamesApi`: everything that the fields and buttons of the views do. */
export function createForm(
  setup: NamesSetup,
  lookup: Lookup,
  owner: NamesForm['owner'],
): NamesForm {
  const { ctx, slice, suffix } = setup
  const typing = createTyping(setup)
  const { register, cancel } = createRegister(setup, lookup, typing)
  /** Another account would become public than the one that was agreed to. */
  const offer = (): void =>
    slice.set(({ offer: before, isAgreed }) => {
      const now = offerOf(setup)
      return { offer: now, isAgreed: isAgreed && addressIn(before) === addressIn(now) }
    })
  for (const port of [ctx.accounts, ctx.activeNetwork, ctx.connectors])
    ctx.onDispose(port.subscribe(offer))
  offer()
  return {
    type: typing.type,
    retry: typing.retry,
    choose: ({ name }) => typing.type(labelOf(name, suffix)),
    agree: (isAgreed) => slice.set({ isAgreed }),
    register,
    cancel,
    owner,
    reset() {
      typing.stop()
      slice.set({ ...INITIAL_STATE, ...EMPTY_FORM, offer: slice.get().offer })
    },
  }
}
