import {
  createFailure,
  createNonce,
  createSuccess,
  frameAccepted,
  frameReady,
  isFrameOffer,
  parsePageMessage,
  type FrameEvent,
  type FrameFailure,
  type FrameNotice,
  type FrameRequest,
  type FrameSuccess,
  type FrameUser,
} from '../src/protocol/index.js'

export const EVM_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The contract account of the same person. */
export const SMART_ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const SOLANA_ADDRESS = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
export const RIGHT_CODE = '012345'
/** The code that goes to a new address. */
export const NEW_CODE = '543210'
export const FARCASTER_URI = 'https://farcaster.test/~/siwf?channelToken=C0FFEE'
export const SIGNATURE = `0x${'ab'.repeat(65)}`
export const TOKEN = 'handle-1'

type Failure = FrameFailure & { message: string }
/** The frame's answer: a success's payload, a failure, or none. */
export type FakeAnswer = { success: unknown } | { failure: Failure } | undefined

/** An address and a user name are left out where they are empty. */
export const userOf = (chainId: number | string, email: string, userName = ''): FrameUser => {
  const address = typeof chainId === 'number' ? EVM_ADDRESS : SOLANA_ADDRESS
  return {
    ...(email && { email }),
    ...(userName && { userName }),
    address,
    chainId,
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  }
}

const wrongCode: FakeAnswer = { failure: { message: 'Bad code', reason: 'code_wrong' } }
/** The page on which a visitor signs in at a provider. */
export const providerPage = (provider: string): string =>
  `https://provider.test/authorize?client=${provider}`

/** The page of a secure frame that speaks the protocol and decides by switches. */
export class FakeFrame {
  readonly nonce = createNonce()
  /** The requests that came, oldest first. */
  readonly seen: FrameRequest[] = []
  readonly cancelled: string[] = []
  /** Answers in the place of the frame's own. `null`: it stays silent. */
  readonly overrides = new Map<FrameEvent, (request: FrameRequest) => FakeAnswer | null>()
  chainId: number | string = 1
  email = ''
  /** The user name at the provider of a social account. */
  userName = ''
  newEmail = ''
  isSignedIn = false
  /** Chain ids of the networks with smart accounts. */
  smartNetworks: number[] = []
  /** Whether the smart account has code. */
  isDeployed = false
  /** The type of account that it was told to use last. */
  preferred: 'eoa' | 'smartAccount' = 'eoa'
  /** Where an approval waits, until the test decides. */
  approval: 'yes' | 'no' | 'wait' = 'yes'
  port: MessagePort | undefined
  /** How many offers it took. */
  handshakes = 0
  readonly #waiting: { request: FrameRequest; decide(isApproved: boolean): void }[] = []

  get ready(): unknown {
    return frameReady(this.nonce)
  }

  /** A message to its window. Origin and source are checked by whoever hands it on. */
  take(data: unknown, ports: readonly MessagePort[]): void {
    const [port] = ports
    if (!isFrameOffer(data) || data.frameNonce !== this.nonce || !port || this.port) return
    this.handshakes += 1
    this.port = port
    port.onmessage = ({ data: message }: MessageEvent<unknown>) => this.#receive(message)
    port.postMessage(frameAccepted(data.nonce))
  }

  tell(notice: FrameNotice): void {
    this.port?.postMessage(notice)
  }

  /** Decides the oldest approval that waits. */
  decide(isApproved: boolean): void {
    this.#waiting.shift()?.decide(isApproved)
  }

  events(): string[] {
    return this.seen.map(({ type }) => type)
  }
  of<E extends FrameEvent>(event: E): FrameRequest<E>[] {
    return this.seen.filter(({ type }) => type === event) as unknown as FrameRequest<E>[]
  }

  #receive(data: unknown): void {
    const message = parsePageMessage(data)
    if (!message) return
    if (message.type === 'cancel') {
      this.cancelled.push(message.id)
      const index = this.#waiting.findIndex(({ request }) => request.id === message.id)
      if (index >= 0) this.#waiting.splice(index, 1)
      return
    }
    this.seen.push(message)
    const override = this.overrides.get(message.type)?.(message)
    if (override === null) return
    const answer = override ?? this.#answer(message)
    if (answer) this.reply(message, answer)
  }

  reply({ type, id }: FrameRequest, answer: Exclude<FakeAnswer, undefined>): void {
    this.port?.postMessage(
      'failure' in answer
        ? createFailure(type, id, answer.failure)
        : createSuccess(type, id, answer.success as FrameSuccess<FrameEvent>),
    )
  }

  #answer(request: FrameRequest): FakeAnswer {
    switch (request.type) {
      case 'switch network':
        this.chainId = request.payload.chainId
        return { success: { chainId: this.chainId } }
      case 'get chain id':
        return { success: { chainId: this.chainId } }
      case 'connect email':
        this.email = request.payload.email
        return { success: { action: 'VERIFY_OTP' } }
      case 'connect otp':
        if (request.payload.otp !== RIGHT_CODE) return wrongCode
        this.isSignedIn = true
        return { success: { user: userOf(this.chainId, this.email, this.userName) } }
      case 'is connected':
        return {
          success: { isConnected: this.isSignedIn, ...(this.isSignedIn && { token: TOKEN }) },
        }
      case 'get user':
        this.chainId = request.payload.chainId
        return this.isSignedIn
          ? { success: { user: this.#user(request.payload.chainId) } }
          : { failure: { message: 'Sign in first' } }
      case 'sign out':
        this.isSignedIn = false
        return { success: undefined }
      case 'rpc request':
        return this.#sign(request)
      case 'identity token':
        return this.isSignedIn
          ? {
              success: {
                token: `a.${request.payload.nonce ?? ''}.c`,
                expiresAt: 1_767_225_900_000,
              },
            }
          : { failure: { message: 'Sign in first', code: 4100 } }
      case 'get social redirect uri':
        return { success: { uri: providerPage(request.payload.provider) } }
      case 'connect social':
        this.isSignedIn = true
        return { success: { user: userOf(this.chainId, this.email, this.userName) } }
      case 'get farcaster uri':
        return { success: { uri: FARCASTER_URI } }
      case 'connect farcaster':
        this.isSignedIn = true
        return { success: { userName: this.userName } }
      case 'update email':
        this.newEmail = request.payload.email
        return { success: { action: this.email ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP' } }
      case 'update email primary otp':
        return request.payload.otp === RIGHT_CODE ? { success: undefined } : wrongCode
      case 'update email secondary otp':
        if (request.payload.otp !== NEW_CODE) return wrongCode
        this.email = this.newEmail
        return { success: { newEmail: this.email } }
      case 'get smart account enabled networks':
        return { success: { smartAccountEnabledNetworks: this.smartNetworks } }
      case 'set preferred account':
        this.preferred = request.payload.type
        return { success: { type: this.preferred } }
      case 'connect device':
      case 'sync theme':
      case 'sync dapp data':
      case 'reload':
      case 'open security':
        return { success: undefined }
      default:
        return { failure: { message: 'Not here' } }
    }
  }

  #user(chainId: number | string): FrameUser {
    const user = userOf(chainId, this.email, this.userName)
    const isSmart = typeof chainId === 'number' && this.smartNetworks.length > 0
    return {
      ...user,
      ...(isSmart && {
        accounts: [{ address: SMART_ADDRESS, type: 'smartAccount' as const }, ...user.accounts],
      }),
      preferredAccountType: this.preferred,
      smartAccountDeployed: isSmart && this.isDeployed,
    }
  }

  #sign(request: FrameRequest<'rpc request'>): FakeAnswer {
    const settle = (isApproved: boolean): Exclude<FakeAnswer, undefined> =>
      isApproved
        ? { success: { result: resultOf(request.payload.method) } }
        : { failure: { message: 'The visitor declined', code: 4001 } }
    if (this.approval !== 'wait') return settle(this.approval === 'yes')
    this.#waiting.push({ request, decide: (isApproved) => this.reply(request, settle(isApproved)) })
    return undefined
  }
}

function resultOf(method: string): unknown {
  if (/^eth_send(Transaction|UserOperation)$/.test(method)) return `0x${'cd'.repeat(32)}`
  if (method === 'wallet_sendCalls') return { id: 'calls-1' }
  if (method === 'wallet_getCapabilities') return {}
  if (method.startsWith('solana_')) return { signature: '5J'.repeat(40) }
  return SIGNATURE
}
