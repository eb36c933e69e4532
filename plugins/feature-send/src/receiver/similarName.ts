import { isSameAddress, spellsLike, type KnownAddress } from '@latchkey/plugin-api/lookalike'

/** A name that the visitor knows and for which another one can be mistaken, with its address. */
export interface SimilarName extends Pick<KnownAddress, 'from' | 'address'> {
  name: string
  /** The name that the visitor entered. */
  entered: string
}

const labelOf = (name: string): string => name.split('.')[0]!
const isSameText = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * The known name that this one spells with other letters. A contact may be written down as `Alice`:
 * `a1ice.eth` looks like that too. A name that leads to the address where the visitor knows it is the
 * genuine one.
 */
export function findSimilarName(
  name: string,
  address: string,
  known: readonly KnownAddress[],
): SimilarName | undefined {
  const named = known.flatMap(({ name: own = '', from, address: at }): readonly SimilarName[] =>
    own.trim() ? [{ name: own, entered: name, from, address: at }] : [],
  )
  const isHere = (one: SimilarName): boolean => isSameAddress(one.address, address)
  if (named.some((one) => isHere(one) && isSameText(one.name, name))) return undefined
  const others = named.filter((one) => !isHere(one))
  const find = (text: string, among: readonly SimilarName[]): SimilarName | undefined => {
    const found = spellsLike(
      text,
      among.map((one) => one.name),
    )
    return among.find((one) => one.name === found)
  }
  return (
    find(name, others) ??
    find(
      labelOf(name),
      others.filter((one) => !one.name.includes('.')),
    )
  )
}
