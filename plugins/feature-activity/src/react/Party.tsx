import { spellsLike } from '@latchkey/plugin-api/lookalike'
import { showHidden, useIdentity } from '@latchkey/ui-react/kit'
import { useMemo, type CSSProperties, type ReactNode } from 'react'
import type { ActivityState } from '../api.js'
import { ownOf } from '../entries/months.js'
import { shortAddress } from './words.js'

/** The address keeps its place; of a long name the end is cut off. */
const BOTH: CSSProperties = {
  display: 'inline-flex',
  gap: '.6ch',
  maxInlineSize: '100%',
  verticalAlign: 'bottom',
}
const NAME: CSSProperties = { minInlineSize: 0, overflow: 'hidden', textOverflow: 'ellipsis' }

/**
 * The name that an address goes by; `undefined` where it has none, and where the name only looks like
 * that of a contact or of the visitor.
 * @param address left out: no name is asked for
 */
export function usePartyName(
  address: string | undefined,
  { names, network, lastAccountInView: own }: ActivityState,
): string | undefined {
  const name = useIdentity(address, network?.namespace)?.name
  const ownName = useIdentity(own, network?.namespace)?.name
  return useMemo(
    () =>
      name !== undefined && spellsLike(name, [...Object.values(names), ownName ?? '']) === undefined
        ? name
        : undefined,
    [name, ownName, names],
  )
}

/**
 * The other side: as the visitor knows it, else by its own name beside its address, else by its
 * address.
 * @param isBare nobody is asked for its name
 */
export function Party({
  address,
  state,
  isBare = false,
}: {
  address: string
  state: ActivityState
  isBare?: boolean
}): ReactNode {
  const known = ownOf(state.names, address.toLowerCase())
  const name = usePartyName(isBare || known !== undefined ? undefined : address, state)
  if (known !== undefined) return <bdi title={address}>{showHidden(known)}</bdi>
  const short = (
    <bdi dir="ltr" title={address}>
      {shortAddress(address)}
    </bdi>
  )
  if (name === undefined) return short
  return (
    <span style={BOTH}>
      <bdi dir="ltr" style={NAME} title={name}>
        {name}
      </bdi>{' '}
      {short}
    </span>
  )
}
