import { isLatchkeyError, type Caip2, type SignInRequest } from '@latchkey/plugin-api'
import { formatMessage, type SiwxMessage } from '@latchkey/siwx'
// Solana's wallets take bytes in base58.
import { base58, hex } from '@scure/base'
import type { EmbeddedContext } from '../options.js'
import type { Accounts } from './accounts.js'
import { frameTypeOf } from './accountType.js'
import type { AccountTypes } from './accountTypes.js'
import type { Approvals } from './approvals.js'
import { toFrameError } from './frameError.js'
import type { FrameRpc } from './frameRpc.js'
import type { NetworksOf } from './networks.js'

interface Needs {
  ctx: EmbeddedContext
  rpc: FrameRpc
  approvals: Approvals
  types: AccountTypes
  /** Whether the modal shows the frame. */
  hasViews: boolean
  signIn: SignInRequest
  /** Those that are being connected, and the networks on which they are. */
  accounts: Accounts
  networks: NetworksOf
  signal: AbortSignal
}

/** Shows the text in the frame and signs it there, for the network in use or else the first one. */
async function signMessage(needs: Needs) {
  const { ctx, rpc, approvals, types, signIn, accounts, networks, signal } = needs
  const [[namespace, all = []] = ['']] = Object.entries(accounts)
  const served = networks[namespace] ?? []
  const activeId = ctx.activeNetwork.current(namespace)?.id
  const network: Caip2 | undefined = (served.find(({ id }) => id === activeId) ?? served[0])?.id
  const account = network && types.accountFor(network, all)
  if (!account || !network) return
  const { address } = account
  // formatMessage refuses fields of another form.
  const fields = { ...signIn.message, accountAddress: address, chainId: network }
  const message = formatMessage(fields as unknown as SiwxMessage)
  const bytes = new TextEncoder().encode(message)
  const [method, params] =
    namespace === 'solana'
      ? ['solana_signMessage', { message: base58.encode(bytes), pubkey: address }]
      : ['personal_sign', [`0x${hex.encode(bytes)}`, address]]
  const type = namespace === 'eip155' ? frameTypeOf(account) : undefined
  const answer = await approvals
    .run(signal, (given) => rpc.ask({ network, method, params, signal: given }, type))
    .catch((error: unknown) => {
      throw toFrameError(error, method)
    })
  // The form of the answer has been checked with the message that brought it.
  const signature =
    typeof answer === 'string' ? answer : (answer as { signature: string }).signature
  signIn.fulfil({ account, network, message, signature })
}

/**
 * Signs in with the account that is being connected, by one approval. A visitor who declines has
 * declined the connect. Where the message cannot be signed, as one for another host than the page's,
 * the plugin that asked for it asks again when the connection stands.
 * @throws `wallet.user_rejected`, `kernel.aborted`, `kernel.modal_closed`
 */
export async function signWhileConnecting(needs: Needs): Promise<void> {
  const { ctx, hasViews, signal } = needs
  // Below the approval lies a view to connect: the kernel closes it when the connection stands, and a
  // modal that closes earlier ends the connect.
  const isOpened = hasViews && !ctx.modal.get().open
  if (isOpened) ctx.modal.open('EmailLogin')
  try {
    await signMessage(needs)
  } catch (error) {
    if (!signal.aborted && !isLatchkeyError(error, 'wallet.user_rejected')) {
      ctx.log.debug('sign-in while connecting', isLatchkeyError(error) ? error.code : error)
      return
    }
    // After the connect has ended by this very error.
    if (isOpened) setTimeout(() => ctx.modal.close())
    throw error
  }
}
