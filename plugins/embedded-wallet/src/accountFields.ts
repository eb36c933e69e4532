import {
  createToken,
  type AccountFieldHolder,
  type AccountFieldSubject,
  type Slice,
} from '@latchkey/plugin-api'
import type { EmbeddedState } from './api.js'
import { authNamespaces, ID_AUTH } from './constants.js'
import type { EmbeddedContext } from './options.js'

const isOwn = ({ account }: AccountFieldSubject): boolean => account?.connectionId === ID_AUTH
const isServed = ({ namespace }: AccountFieldSubject): boolean =>
  (authNamespaces as readonly string[]).includes(namespace)

/** Holds the fields of the account view that a person who signs in has, and no wallet of a browser. */
export function holdAccountFields(
  { accounts, points }: EmbeddedContext,
  slice: Slice<EmbeddedState>,
): void {
  points.add(createToken<AccountFieldHolder>('account.fields'), {
    id: 'embedded',
    fields: {
      smartAccountDeployed: (of) =>
        of.namespace === 'eip155' && of.network && isOwn(of)
          ? slice.get().smartAccountDeployed?.[of.network.id]
          : undefined,
      preferredAccountTypes: (of) =>
        isServed(of)
          ? { eip155: accounts.preferredType('eip155') === 'eoa' ? 'eoa' : 'smartAccount' }
          : undefined,
      socialProvider(of) {
        const { provider, social } = slice.get()
        if (isOwn(of)) return provider
        return isServed(of) ? social.provider : undefined
      },
      farcasterUrl(of) {
        const { status, uri } = slice.get().social
        return isServed(of) && status === 'started' ? uri : undefined
      },
    },
    subscribe: slice.subscribe,
  })
}
