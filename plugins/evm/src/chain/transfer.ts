import { LatchkeyError } from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'

/**
 * Simulates a token transfer. A token that answers nothing, as USDT does, is accepted. A token that
 * answers false would move nothing, though its receipt would say success.
 * @throws `evm.transfer_refused`; `rpc.failed` when the token reverts
 */
export async function demandTransfer(
  ask: (method: string, params: unknown) => Promise<unknown>,
  { from, token, data }: { from: string; token: string; data: string },
): Promise<void> {
  const refuse = (why: string): never => {
    throw new LatchkeyError(
      'evm.transfer_refused',
      `The token ${token} ${why}: nothing was sent.`,
      { context: { token } },
    )
  }
  const answer = await ask('eth_call', [{ from, to: token, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer))
    throw badAnswer('eth_call', 'data')
  if (answer === '0x') {
    if ((await ask('eth_getCode', [token, 'latest'])) === '0x') refuse('is not a contract')
  } else if (BigInt(answer) !== 1n) refuse('refuses this transfer')
}
