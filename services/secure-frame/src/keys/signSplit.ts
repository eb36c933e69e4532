import { ed25519 } from '@noble/curves/ed25519.js'
import { base64urlnopad } from '@scure/base'
import { splitStatement, type SplitWanted } from '../contract/splitStatement.js'
import { deriveKeys, eraseKeys } from './derive.js'

/** Signs a new split with the wallet's own key: the service replaces no shares for whoever lacks it. */
export async function signSplit(
  secret: Uint8Array,
  wallet: string,
  wanted: SplitWanted,
): Promise<string> {
  const keys = await deriveKeys(secret)
  try {
    return base64urlnopad.encode(ed25519.sign(splitStatement(wallet, wanted), keys.solana))
  } finally {
    eraseKeys(keys)
  }
}
