import { Empty, ErrorState, SkeletonRows, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import type { NameChange, NamesOwner } from '../owner/api.js'
import { Cannot } from './Cannot.js'
import { retryOf } from './Failure.js'
import { Waiting, type WaitingWords } from './Waiting.js'

interface OwnerFrameProps {
  owner: NamesOwner
  api: NamesApi
  name: string
  words: WaitingWords
  /** Draws the form of a name that the account has. */
  draw(change: NameChange): ReactNode
}

/** The states that both views of an owner have beside their form. */
export function OwnerFrame({ owner, api, name, words, draw }: OwnerFrameProps): ReactNode {
  const { offer, change } = useObservable(api.state)
  const address = offer.status === 'ready' ? offer.address : undefined
  useEffect(() => {
    if (address !== undefined) void owner.open(name)
  }, [owner, name, address])
  if (offer.status !== 'ready') return <Cannot offer={offer} api={api} />
  if (change?.name !== name || change.status === 'waiting') return <SkeletonRows count={3} />
  if (change.status === 'missing')
    return <Empty title="names.missing" text="names.missingText" params={{ name }} />
  if (change.status === 'unknown') {
    const later = retryOf(change.readError)
    const told = later && { text: later.k, ...(later.params && { params: later.params }) }
    const retry = (): void => void owner.retry()
    return <ErrorState title="names.notRead" error={change.readError} onRetry={retry} {...told} />
  }
  if (change.step === 'form') return draw(change)
  const isSigning = change.step === 'signing'
  const cancel = (): void => owner.cancel()
  return <Waiting {...{ isSigning, words, name }} address={change.address} onCancel={cancel} />
}
