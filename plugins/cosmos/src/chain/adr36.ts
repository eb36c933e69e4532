import type { AminoSignDoc } from '../api.js'
import { fromBase64, toBase64 } from './bytes.js'

const MESSAGE_TYPE = 'sign/MsgSignData'

/** The document that is signed for a message (ADR-36): a transaction that no chain accepts. */
export const toAdr36 = (signer: string, message: string | Uint8Array): AminoSignDoc => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [
    {
      type: MESSAGE_TYPE,
      value: {
        signer,
        data: toBase64(typeof message === 'string' ? new TextEncoder().encode(message) : message),
      },
    },
  ],
  memo: '',
})

/**
 * The message of an ADR-36 document, as text where it is UTF-8, so that a wallet shows it.
 * `undefined` for any other document: one that differs in a single field may be a transaction.
 */
export function messageOf({
  chain_id,
  account_number,
  sequence,
  fee,
  msgs,
  memo,
  ...rest
}: AminoSignDoc): string | Uint8Array | undefined {
  const [message] = msgs
  const isEmpty =
    chain_id === '' &&
    account_number === '0' &&
    sequence === '0' &&
    memo === '' &&
    fee.gas === '0' &&
    !fee.amount.length &&
    !Object.keys(rest).length
  if (!isEmpty || msgs.length !== 1 || message?.type !== MESSAGE_TYPE) return undefined
  const data = (message.value as { data?: unknown } | null)?.data
  if (typeof data !== 'string') return undefined
  try {
    const bytes = fromBase64(data)
    const text = new TextDecoder().decode(bytes)
    return toBase64(new TextEncoder().encode(text)) === data ? text : bytes
  } catch {
    return undefined
  }
}
