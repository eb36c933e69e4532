/** Faults of nodes. Each is survived: the window shrinks, another node is asked, or both wait. */
export type NodeFault =
  /** The answer would be too large, or the node wants to be asked less: ask for less. */
  | 'node.too_much'
  /** The answer is longer than one may be: ask for less. */
  | 'node.too_large'
  /** It did not answer in time: another is asked, and for less. */
  | 'node.timed_out'
  | 'node.failed'
  /** The answer contradicts itself, other answers or the protocol. */
  | 'node.malformed'
  /** Its head lies below the own top. */
  | 'node.behind'
  /** It serves another chain id, or another chain of the same id. */
  | 'node.other_chain'

export class NodeError extends Error {
  readonly code: NodeFault

  constructor(code: NodeFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NodeError'
    this.code = code
  }
}

/** Narrows by code instead of by class. */
export const faultOf = (error: unknown): NodeFault | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && /^node\./.test(`${error.code}`)
    ? (error.code as NodeFault)
    : undefined

export const malformed = (what: string): NodeError =>
  new NodeError(
    'node.malformed',
    `A node answered ${what}, so nothing of the window was kept. Another node is asked, or the ` +
      'same one again.',
  )

export const otherChain = (): NodeError =>
  new NodeError(
    'node.other_chain',
    'A node serves another chain than the one that was stored. Check its URL, or remove the ' +
      'database if the chain was begun anew.',
  )

export const isTooMuch = (fault: NodeFault | undefined): boolean =>
  fault === 'node.too_much' || fault === 'node.too_large'

/** Also a time-out may be of a window that is too large, though a smaller one may not help. */
export const wantsLess = (fault: NodeFault | undefined): boolean =>
  isTooMuch(fault) || fault === 'node.timed_out'

/** The words of a node about a call that it could not end well. */
export interface Refused {
  message: string
  /** Bytes that the contract threw, in hex; nodes wrap them in objects and words. */
  data: unknown
}
