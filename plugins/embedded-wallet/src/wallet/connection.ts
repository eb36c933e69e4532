import type {} from '@latchkey/evm'
import {
  LatchkeyError,
  namespaceOf,
  type Account,
  type Caip2,
  type CloseReason,
  type Connection,
  type Scopes,
  type WireRequest,
} from '@latchkey/plugin-api'
import {
  createLiveConnection,
  type LiveConnection,
  type LiveConnections,
} from '@latchkey/plugin-api/wallet'
import { ID_AUTH } from '../constants.js'
import type { EmbeddedContext } from '../options.js'
import {
  frameMethodKind,
  frameMethods,
  isPermissionMethod,
  toFrameChainId,
} from '../protocol/index.js'
import { toSnapshot, type Accounts } from './accounts.js'
import { frameTypeOf } from './accountType.js'
import type { AccountTypes } from './accountTypes.js'
import type { Approvals } from './approvals.js'
import { toFrameError } from './frameError.js'
import type { FrameRpc } from './frameRpc.js'
import type { NetworksOf } from './networks.js'

const NOT_ALLOWED = 'Requested RPC call is not allowed'
const UNSUPPORTED = 'Unsupported chain'

const notAllowed = (method: string): LatchkeyError =>
  new LatchkeyError('rpc.method_not_allowed', NOT_ALLOWED, {
    context: { method },
    cause: { code: 4200, message: NOT_ALLOWED },
  })

const isSolana = (method: string): boolean => method.startsWith('solana_')
const isSmart = ({ type }: Account): boolean => type === 'smartAccount'
/** Operations (ERC-4337) and permissions are of smart accounts alone. */
const isOfSmart = (method: string): boolean =>
  method === 'eth_sendUserOperation' || isPermissionMethod(method)
/** The frame's methods of a namespace. */
const methodsOf = (namespace: string, accounts: readonly Account[]): readonly string[] =>
  frameMethods.filter(
    (method) =>
      isSolana(method) === (namespace === 'solana') &&
      (!isOfSmart(method) || accounts.some(isSmart)),
  )

interface Needs {
  ctx: EmbeddedContext
  rpc: FrameRpc
  approvals: Approvals
  types: AccountTypes
  live: LiveConnections
  /** Has the frame use another account of the person. */
  switchAccount(account: Account): Promise<void>
  /** Ends the session in the frame. */
  signOut(): Promise<unknown>
}

/** The connection of the person who is signed in. */
export class EmbeddedLink {
  readonly networks: NetworksOf
  readonly #needs: Needs
  readonly #link: LiveConnection
  #accounts: Accounts

  constructor(needs: Needs, accounts: Accounts, networks: NetworksOf) {
    this.networks = networks
    this.#needs = needs
    this.#accounts = accounts
    this.#link = createLiveConnection({
      id: ID_AUTH,
      wallet: ID_AUTH,
      live: needs.live,
      end: needs.ctx.signal,
      scopes: () => this.#scopes(),
      request: (request) => this.#request(request),
      snapshot: () => toSnapshot(this.#accounts),
      switchNetwork: async ({ id }, signal) => {
        await needs.rpc.switch(id, signal)
        this.#link.notify({ network: id })
      },
      switchAccount: (account) => needs.switchAccount(account),
      onEnd: () => needs.approvals.rejectAll(),
      disconnect: () => needs.signOut(),
    })
  }

  get connection(): Connection {
    return this.#link.connection
  }
  get isOver(): boolean {
    return this.#link.isOver
  }

  /** Applies the accounts that the frame answers now. */
  update(accounts: Accounts): void {
    const isSame = JSON.stringify(accounts) === JSON.stringify(this.#accounts)
    this.#accounts = accounts
    if (!isSame) this.#link.notify({ scopes: this.#scopes() })
  }

  close(reason: CloseReason): void {
    this.#link.close(reason)
  }

  #scopes(): Scopes {
    return Object.fromEntries(
      Object.entries(this.#accounts).map(([namespace, accounts]) => [
        namespace,
        {
          accounts,
          networks: (this.networks[namespace] ?? []).map(({ id }) => id),
          methods: methodsOf(namespace, accounts),
        },
      ]),
    )
  }

  /** Why the account of the key grants nothing: the frame is not asked. */
  #refusePermissions(network: Caip2, method: string): LatchkeyError {
    if (this.#needs.types.enabled().includes(network)) return notAllowed(method)
    return new LatchkeyError('evm.permissions_unsupported', UNSUPPORTED, {
      context: { network },
      cause: { code: 5710, message: UNSUPPORTED },
    })
  }

  async #request(request: WireRequest): Promise<unknown> {
    const { network, method, signal } = request
    const { rpc, approvals, types } = this.#needs
    const kind = frameMethodKind(method)
    if (!kind || isSolana(method) !== (namespaceOf(network) === 'solana')) throw notAllowed(method)
    if (method === 'eth_chainId') return `0x${Number(toFrameChainId(network)).toString(16)}`
    const account = isSolana(method)
      ? undefined
      : types.accountFor(network, this.#accounts['eip155'])
    if (method === 'eth_accounts' || method === 'eth_requestAccounts')
      return account ? [account.address] : []
    const type = account && frameTypeOf(account)
    if (isPermissionMethod(method) && type !== 'smartAccount')
      throw this.#refusePermissions(network, method)
    try {
      if (kind === 'safe') return await rpc.ask(request, type)
      return await approvals.run(signal, (given, submitted) => {
        const wire = { ...request, signal: given }
        const onSubmitted = (): void => {
          submitted()
          request.onSubmitted?.()
        }
        return rpc.ask(wire, type, onSubmitted)
      })
    } catch (error) {
      throw toFrameError(error, method)
    }
  }
}
