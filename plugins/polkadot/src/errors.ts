import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { codeOf, createToWalletError, messageOf } from '@latchkey/plugin-api/wallet'

export { codeOf, messageOf }

/** Anything that a wallet may throw, as one of ours, with the original as its cause. Extensions of this family throw texts; some throw the codes of EIP-1193. */
export const toWalletError = createToWalletError({
  words: [
    [
      /pending (authori[sz]ation )?request|already (pending|processing)/i,
      ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
    ],
    [
      /not (allowed|authori[sz]ed)|unauthori[sz]ed/i,
      [
        'wallet.unauthorized',
        'The wallet has not authorised this site or account: allow it in the wallet and connect again.',
      ],
    ],
  ],
})

/** Whatever a node or the library throws, as one of ours. */
export function toRpcError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const [code, text] = [codeOf(error), messageOf(error)]
  return new LatchkeyError('rpc.failed', `The node refused ${method}: ${text}`, {
    context: { method, ...(code !== undefined && { rpcCode: code }) },
    details: text,
    cause: error,
  })
}
