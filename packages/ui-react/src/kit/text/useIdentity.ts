import type { Identity, Namespace } from '@latchkey/plugin-api'
import { useLate, useNetwork } from '../../hooks.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'

const nothing = (): undefined => undefined
const NOBODY = { get: nothing, subscribe: () => nothing }

/**
 * The name and the picture of an address on the network in use, by the plugins that know names.
 * `undefined` until one has answered, where none knows the address, and before the modal was opened
 * first. It may come late, and change: keep the address on the screen beside it, and let nothing move.
 * @param namespace the chain family of the address, the active one if left out
 * @example const identity = useIdentity(address, 'eip155')
 * return <>{identity && <bdi dir="ltr">{identity.name}</bdi>} <Address address={address} /></>
 */
export function useIdentity(
  address: string | undefined,
  namespace?: Namespace,
): Identity | undefined {
  const { late } = useLate()
  const network = useNetwork(namespace)?.id
  const isShown = useObservable(useSession().shown)
  const lookup = useObservable((isShown && late?.identities) || NOBODY, nothing)
  return useObservable((network && address && lookup?.({ network, address })) || NOBODY, nothing)
}
