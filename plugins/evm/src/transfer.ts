import { LatchkeyError } from '@latchkey/plugin-api'

/**
 * Tries a token transfer without sending it. Tokens of the USDT kind answer nothing, which is fine; a token that answers false moves nothing, yet its receipt would say success.
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
    throw new LatchkeyError(
      'wallet.bad_answer',
      'eth_call was answered with something else than data.',
      { context: { method: 'eth_call' } },
    )
  if (answer === '0x') {
    if ((await ask('eth_getCode', [token, 'latest'])) === '0x') refuse('is no contract')
  } else if (BigInt(answer) !== 1n) refuse('refuses this transfer')
}
