import type { Caip2 } from '@latchkey/plugin-api'

/** The account and the network that a list belongs to. */
export interface Subject {
  account: string
  chainId: Caip2
}

export const isSameSubject = (one: Subject | undefined, other: Subject | undefined): boolean =>
  one?.account === other?.account && one?.chainId === other?.chainId
