import { serializeErc6492Signature, type Hex } from 'viem'
import type { SmartAccount } from './account.js'

/**
 * A signature of the right length by nobody in particular, for estimates: recovering it gives an address, so that
 * the account's check costs what a real one costs.
 */
export const STUB_SIGNATURE: Hex = `0x${'00'.repeat(31)}01${'00'.repeat(31)}011b`

/**
 * The account's signature over a message or typed data, made of the owner's over the same hash. A deployed account
 * checks it by ERC-1271 as it is. Before deployment it is wrapped with what deploys the account (ERC-6492), so that
 * verifiers can still ask its code.
 * @param ownerSignature 65 bytes
 */
export const accountSignature = (
  account: Pick<SmartAccount, 'factory' | 'factoryData'>,
  ownerSignature: Hex,
  isDeployed: boolean,
): Hex =>
  isDeployed
    ? ownerSignature
    : serializeErc6492Signature({
        address: account.factory,
        data: account.factoryData,
        signature: ownerSignature,
      })
