import { LatchkeyError } from '@latchkey/plugin-api'

/** The code of a network's id that cannot be used, as wallets have it. */
export const INVALID_CHAIN_ID = 32603
const ETHEREUM = 60
/** The bit that marks coin types of EVM chains (ENSIP-11). */
const EVM = 0x80000000

/** Whether a chain's id fits beside the bit of ENSIP-11. @param reference the part after `eip155:` */
export const hasCoinType = (reference: string): boolean =>
  /^\d{1,16}$/.test(reference) && Number(reference) < EVM

/**
 * The coin type of an EVM chain: 60 on Ethereum, else 0x80000000 plus the chain's id (ENSIP-11).
 * @param reference the chain's id in decimal text
 * @throws `names.invalid_chain_id` from 2147483648 on
 */
export function coinTypeOf(reference: string): number {
  if (hasCoinType(reference)) return reference === '1' ? ETHEREUM : EVM + Number(reference)
  throw new LatchkeyError(
    'names.invalid_chain_id',
    `Invalid chain id: ${reference}. A name can be registered on chains below 2147483648.`,
    {
      context: { chainId: reference, code: INVALID_CHAIN_ID },
      cause: { code: INVALID_CHAIN_ID, message: 'Invalid chain id' },
    },
  )
}
