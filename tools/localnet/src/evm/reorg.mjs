import { request } from '@latchkey/testing/nodes'

// `evm_revert` goes back only to a snapshot that was taken in time, and `anvil_reorg` replays
// transactions wrongly. `anvil_rollback` reverts to the state that anvil keeps of each block.

/**
 * @type {typeof import('../index.d.mts').reorg}
 */
export async function reorg(url, depth) {
  await request(url, 'anvil_rollback', [depth])
  // With another beneficiary empty blocks of the same second have other hashes than before.
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  const beneficiary = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await request(url, 'anvil_setCoinbase', [`0x${beneficiary}`])
  await request(url, 'anvil_mine', [`0x${(depth + 1).toString(16)}`])
}
