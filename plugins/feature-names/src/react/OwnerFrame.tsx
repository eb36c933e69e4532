import { Empty, ErrorState, SkeletonRows, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import type { NameChange, NameOwnerView, NamesOwner } from '../owner/api.js'
import { Cannot } from './Cannot.js'
import { retryOf } from './Failure.js'
import { Waiting, type WaitingWords } from './Waiting.js'

/** The words about a change that is under way, whichever view shows its name. */
const WORDS: Readonly<Record<NameOwnerView, WaitingWords>> = {
  'names.details': {
    signing: 'names.inWalletDetails',
    sending: 'names.saving',
    sendingText: 'names.savingText',
  },
  'names.giveUp': {
    signing: 'names.inWalletLeaving',
    sending: 'names.givingUp',
    sendingText: 'names.givingUpText',
  },
}

/** The state that a form is drawn from. */
export interface OwnerForm {
  change: NameChange
  /** Why the last change in this view failed. */
  error: unknown
  /** The wallet is asked about another name. */
  isBusy: boolean
}

interface OwnerFrameProps {
  owner: NamesOwner
  api: NamesApi
  name: string
  view: NameOwnerView
  /** Draws the form of a name that the account has. */
  draw(form: OwnerForm): ReactNode
}

/** The states that both views of an owner have beside their form. */
export function OwnerFrame({ owner, api, name, view, draw }: OwnerFrameProps): ReactNode {
  const { offer, change, asking, failed, loading } = useObservable(api.state)
  const address = offer.status === 'ready' ? offer.address : undefined
  useEffect(() => {
    if (address !== undefined) void owner.open(name, view)
  }, [owner, name, view, address])
  if (offer.status !== 'ready') return <Cannot offer={offer} api={api} />
  if (asking?.name === name) {
    const { step, address: signer } = asking
    const cancel = (): void => owner.cancel()
    const isSigning = step === 'signing'
    return (
      <Waiting
        {...{ isSigning, name }}
        words={WORDS[asking.view]}
        address={signer}
        onCancel={cancel}
      />
    )
  }
  if (change?.name !== name || change.status === 'waiting') return <SkeletonRows count={3} />
  if (change.status === 'missing')
    return <Empty title="names.missing" text="names.missingText" params={{ name }} />
  if (change.status === 'unknown') {
    const later = retryOf(change.readError)
    const told = later && { text: later.k, ...(later.params && { params: later.params }) }
    const retry = (): void => void owner.retry()
    return <ErrorState title="names.notRead" error={change.readError} onRetry={retry} {...told} />
  }
  const isToldHere = failed?.view === view && failed.name === name
  const error = isToldHere ? failed.error : undefined
  return draw({ change, error, isBusy: loading || asking !== undefined })
}
