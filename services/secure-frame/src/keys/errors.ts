/**
 * Why a key did not sign. `mismatch`: the shares do not give the wallet on record. `refused`: the
 * request is not one that this wallet signs. `locked`: the key was not held any more.
 */
export type KeysFailure = 'mismatch' | 'refused' | 'locked'

/** An error of the keys. Its message is a sentence for people and holds no secret. */
export class KeysError extends Error {
  override readonly name = 'KeysError'
  constructor(
    readonly failure: KeysFailure,
    message: string,
  ) {
    super(message)
  }
}

/** @throws KeysError `refused` */
export function refuse(message: string): never {
  throw new KeysError('refused', message)
}
